import type { Client } from "pg";
import { createRandom, type Random } from "./chaos/random.ts";
import type { World } from "./seed.ts";

/*
 * Messages with words as people use them: few words often, most of them hardly ever (Zipf), a tenth of the messages in ideographs, some
 * with links and code. The same seed writes the same texts.
 */

const ONSETS =
  "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sk sl sp st str t th tr v w wh z".split(
    " ",
  );
const VOWELS = "a e i o u ai ea ee ie oa oo ou".split(" ");
const CODAS = ["", "", "", "n", "r", "s", "t", "l", "m", "ck", "nd", "ng", "rt", "st", "x", "p"];
const WORDS = 60_000;
const IDEOGRAPHS = 3_000;
const FIRST_IDEOGRAPH = 0x4e00;

export interface Texts {
  /** Of this rank, the most common first. */
  word(rank: number): string;
  readonly words: number;
  text(): string;
}

/** Words and texts of a seed. */
export function createTexts(seed: number): Texts {
  const random = createRandom(seed);
  const vocabulary = Array.from({ length: WORDS }, () => makeWord(random));
  const draw = (count: number) => Math.floor(count ** (random.whole(0, 999_999) / 1e6)) - 1;
  const ideographs = () =>
    Array.from({ length: random.whole(4, 24) }, () =>
      String.fromCharCode(FIRST_IDEOGRAPH + draw(IDEOGRAPHS)),
    ).join("");
  const sentence = () =>
    Array.from({ length: random.whole(3, 22) }, () => vocabulary[draw(WORDS)]).join(" ");
  return {
    word: (rank) => vocabulary[rank] ?? "",
    words: WORDS,
    text() {
      const kind = random.whole(0, 99);
      if (kind < 10) return ideographs();
      if (kind < 15) return `${sentence()} https://${vocabulary[draw(WORDS)]}.example/page`;
      return kind < 18 ? `${sentence()} \`${vocabulary[draw(WORDS)]}()\`` : sentence();
    },
  };
}

function makeWord(random: Random): string {
  let word = "";
  for (let syllable = random.whole(1, 3); syllable > 0; syllable -= 1)
    word += pickOf(random, ONSETS) + pickOf(random, VOWELS) + pickOf(random, CODAS);
  return word;
}

function pickOf(random: Random, list: readonly string[]): string {
  return list[random.whole(0, list.length - 1)] ?? "";
}

const PORTION = 5_000;

/** Writes so many messages into each room, as if all had been sent and read, their authors in turn. */
export async function fillWithTexts(
  database: Client,
  { rooms }: Pick<World, "rooms">,
  countOf: (room: number) => number,
  texts: Texts,
): Promise<void> {
  for (const [place, { id }] of rooms.entries()) {
    for (let done = 0, count = countOf(place); done < count; done += PORTION) {
      const portion = Array.from({ length: Math.min(PORTION, count - done) }, () => texts.text());
      await database.query(
        `with authors as (select array_agg(user_id order by user_id) as ids from participants where room_id = $1)
         insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
         select $1, n, n, uuidv7(), a.ids[1 + n % cardinality(a.ids)], 'seed_' || n, '', content, 'text', at, at
         from authors a, unnest($2::text[]) with ordinality t (content, place), lateral (select $3::integer + place as n) p,
           lateral (select now() - interval '300 days' + n * ($4::bigint / $5::bigint) * interval '1 ms' as at) c`,
        [id, portion, done, 300 * 24 * 60 * 60_000, count],
      );
    }
    const count = countOf(place);
    await database.query("update rooms set last_seq = $2, last_msg_no = $2 where id = $1", [
      id,
      count,
    ]);
  }
  await database.query("vacuum analyze messages, rooms");
}
