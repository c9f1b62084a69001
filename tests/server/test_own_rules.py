"""A folder of rule files of one's own: its rules are played like the shipped ones, and the records go anywhere."""

import asyncio

import httpx
import pytest
from house import begin, play, room, run, served

from erqishi.errors import RuleSetError
from erqishi.record import from_json, from_text, replay, to_text
from erqishi.server import rulebook
from erqishi.server.settings import Settings
from erqishi.zipai import ruleset

VILLAGE = """
id = "liutang"
name = "柳塘"
name_en = "Liutang"
min_huxi = 10
tun_formula = "x//5"
extra_sets = ["一五十"]
[scoring]
combine = "sum"
cap = 50
mingtang = [
    { id = "hong", zh = "十三红", test = { red = [13] }, fan = 4 },
    { id = "da", zh = "大字胡", test = { big = [18] }, fan = 5, per_extra = 1 },
    { id = "duizi", zh = "对子胡", test = { all_same = true }, fan = 5 },
    { id = "hei", zh = "黑胡", test = { red = [0, 0] }, fan = 6 },
    { id = "piao", zh = "双飘", test = { reds = { groups = 2, sizes = [3, 4], same = true } }, fan = 2 },
]
"""


@pytest.fixture
def village(tmp_path, monkeypatch):
    monkeypatch.setattr(ruleset, "_OWN", {})
    for cached in (rulebook.catalogue, rulebook.page_of, ruleset._shipped):
        cached.cache_clear()
    folder = tmp_path / "village"
    folder.mkdir()
    (folder / "liutang.toml").write_text(VILLAGE, "utf-8")
    yield folder
    for cached in (rulebook.catalogue, rulebook.page_of, ruleset._shipped):
        cached.cache_clear()


def test_a_file_in_the_folder_is_a_rule_set_of_the_server_and_its_records_need_no_file(village, tmp_path, monkeypatch):
    async def test():
        settings = Settings(store=str(tmp_path / "db"), rules=str(village))
        async with (
            served(tmp_path / "db", settings=settings) as server,
            server.client() as a,
            server.client() as b,
            httpx.AsyncClient(base_url=server.http) as http,
        ):
            lines = (await http.get("/api/rules")).json()
            assert ("liutang", "柳塘") in [(line["id"], line["name"]["zh"]) for line in lines]
            page = (await http.get("/api/rules/liutang")).json()
            assert page["parameters"]["min_huxi"] == 10 and page["page"] == ""
            table = await room(a, [b], rules="liutang", hands=1, bot_level="novice")
            assert a.tables[table]["room"]["rules_name"]["zh"] == "柳塘"
            await begin(table, a, b)
            view, _ = await asyncio.gather(play(a, table, 1), play(b, table, 1))
            return (await http.get(f"/api/hands/{view['book']['ledger'][0]['hand_id']}/record.json")).text

    kept = []

    async def run_it():
        kept.append(await test())

    run(run_it())
    monkeypatch.setattr(ruleset, "_OWN", {})  # another machine, without the file
    record = from_json(kept[0])
    assert record.rules.id == "liutang" and record.rules.set["min_huxi"] == 10
    assert replay(record).rules.scoring.mingtang[0].zh == "十三红"
    assert replay(from_text(to_text(record))).result == replay(record).result


def test_what_is_wrong_with_the_files_is_told_at_once_and_nothing_is_taken(village):
    (village / "other.toml").write_text(VILLAGE.replace('"x//5"', '"x//"'), "utf-8")
    (village / "std15.toml").write_text(VILLAGE.replace('"liutang"', '"std15"'), "utf-8")
    (village / "third.toml").write_text(VILLAGE, "utf-8")
    with pytest.raises(RuleSetError) as refused:
        ruleset.also(village)
    said = str(refused.value)
    assert "other.toml: tun_formula" in said and "std15.toml: id = 'std15'" in said and "liutang.toml" in said
    assert ruleset.names() == list(ruleset.shipped())
    with pytest.raises(RuleSetError, match="no such folder"):
        ruleset.also(village / "nowhere")
    for file in village.glob("*.toml"):
        file.unlink()
    with pytest.raises(RuleSetError, match=r"no \.toml rule file"):
        ruleset.also(village)
