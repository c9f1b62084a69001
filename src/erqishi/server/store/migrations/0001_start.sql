-- People. A person is whoever holds one of its tokens; only hashes of tokens are kept.
CREATE TABLE person (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    avatar  TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE token (
    hash    TEXT PRIMARY KEY,
    person  TEXT NOT NULL REFERENCES person (id),
    created INTEGER NOT NULL
) STRICT;

-- Tables. Everything about one follows from its log; `open` and `code` only find it.
CREATE TABLE game_table (
    id      TEXT PRIMARY KEY,
    code    TEXT NOT NULL,
    open    INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX game_table_code ON game_table (code) WHERE open;

CREATE TABLE table_log (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    v        INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    cmd_id   TEXT,              -- person and id of the command that caused it
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, v)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX table_log_cmd ON table_log (table_id, cmd_id) WHERE cmd_id IS NOT NULL;

-- Finished hands, for replay and download.
CREATE TABLE hand (
    id         TEXT PRIMARY KEY,
    table_id   TEXT NOT NULL,
    played     INTEGER NOT NULL,
    record     TEXT NOT NULL,    -- 牌谱, JSON
    about      TEXT NOT NULL     -- who sat where, settlement
) STRICT;

CREATE TABLE hand_person (
    person  TEXT NOT NULL,
    played  INTEGER NOT NULL,
    hand_id TEXT NOT NULL,
    seat    INTEGER NOT NULL,
    PRIMARY KEY (person, hand_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX hand_person_latest ON hand_person (person, played);

CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
