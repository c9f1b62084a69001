"""Take the outlines of the card characters out of the Ma Shan Zheng font and write them as SVG paths.

    pip install fonttools brotli; cd web; npm install --no-save @fontsource/ma-shan-zheng@5.3.1
    python tools/glyphs.py

Reads the npm package @fontsource/ma-shan-zheng (SIL Open Font License 1.1) and writes src/art/glyphs.json and
src/art/OFL.txt, the licence under which the outlines stay. The cards so never depend on a system font.
Every glyph is centred in a square of 1000 and scaled to fill it, so that 一 and 壹 stand equally firm on their cards.
"""

import json
import shutil
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

WEB = Path(__file__).resolve().parent.parent
FONT = WEB / "node_modules/@fontsource/ma-shan-zheng"
CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
CALLS = "胡碰吃过提跑偎比庄打臭天荒"
BOX, FILL, LARGEST = 1000, 930, 1.30


def outline(font: TTFont, character: str) -> str:
    """The character's path, y downwards, centred in the square."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    em = font["head"].unitsPerEm
    scale = min(FILL / max(right - left, top - bottom), LARGEST * BOX / em)
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, BOX / 2 - middle_x * scale, BOX / 2 + middle_y * scale)))
    return pen.getCommands()


def main() -> None:
    """Look for each character in the font's slices."""
    paths: dict[str, str] = {}
    for file in sorted((FONT / "files").glob("*-400-normal.woff2")):
        font = TTFont(file)
        for character in CARDS + CALLS:
            if ord(character) in font.getBestCmap():
                paths.setdefault(character, outline(font, character))
    missing = [character for character in CARDS + CALLS if character not in paths]
    if missing:
        raise SystemExit(f"not in the font: {''.join(missing)}")
    ordered = {character: paths[character] for character in CARDS + CALLS}
    target = WEB / "src/art/glyphs.json"
    target.write_text(json.dumps(ordered, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    shutil.copy(FONT / "LICENSE", WEB / "src/art/OFL.txt")
    print(f"{target.relative_to(WEB)}: {len(ordered)} outlines, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
