"""DuckDB counts over a month of open data by HTTP ranges. Arguments: what serve-open-data.ts prints.

DuckDB's own `httpfs` is an extension that it downloads; where that cannot be had, it reads through Python's HTTP, by the same ranges.
"""

import datetime
import json
import sys
import urllib.request

import duckdb
from fsspec.spec import AbstractBufferedFile, AbstractFileSystem

MOST_BYTES = 5_000_000

served = json.loads(sys.argv[1])
address = f"{served['url']}/data/matches-{served['month']}.parquet"


class Ranges(AbstractFileSystem):
    """Files of one address, read by ranges; counts what comes."""

    protocol = "ranges"
    cachable = False
    taken = 0
    requests = 0

    def info(self, path, **_):
        request = urllib.request.Request(address, method="HEAD")
        with urllib.request.urlopen(request) as answer:
            return {"name": path, "size": int(answer.headers["content-length"]), "type": "file"}

    def modified(self, path):
        return datetime.datetime(2026, 11, 1)

    def _open(self, path, mode="rb", **_):
        size = self.info(path)["size"]
        return RangesFile(self, path, mode, size=size, cache_type="none", block_size=1)


class RangesFile(AbstractBufferedFile):
    def _fetch_range(self, start, end):
        request = urllib.request.Request(address, headers={"range": f"bytes={start}-{end - 1}"})
        with urllib.request.urlopen(request) as answer:
            if answer.status != 206:
                raise OSError(f"{address} answers a range with {answer.status}")
            part = answer.read()
        Ranges.taken += len(part)
        Ranges.requests += 1
        return part


def count(condition, expected):
    Ranges.taken = Ranges.requests = 0
    connection = duckdb.connect()
    connection.register_filesystem(Ranges())
    query = f"select count(*) from read_parquet('ranges://matches.parquet') {condition}"
    (found,) = connection.execute(query).fetchone()
    print(f"{found:>9,} {condition or 'in all'}: {Ranges.taken:,} bytes in {Ranges.requests} ranges")
    if found != expected:
        sys.exit(f"It counted {found}, and there are {expected}.")
    if Ranges.taken > MOST_BYTES:
        sys.exit(f"It took {Ranges.taken} bytes for that.")
    return Ranges.taken


day = f"{served['month']}-17"
taken = [
    count("", served["matches"]),
    count("where stage = 31", served["onBattlefield"]),
    count(
        f"where ending = 'forfeit' and ended_at >= timestamp '{day}' and ended_at < timestamp '{day}' + interval 1 day",
        served["forfeitsOfADay"],
    ),
]
print(f"counts over {served['matches']:,} matches in {max(taken):,} bytes at most")
