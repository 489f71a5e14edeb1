/** A person as division sees him: all that it balances (STUDENT-STATUS-12). */
export interface Divided {
  readonly key: string;
  /** XTGL_XB. */
  readonly sex: string;
  /** Province: the first two figures of his origin; empty: unknown. */
  readonly province: string;
  /** What is balanced besides, in any one unit; unknown counts as the average. */
  readonly score: number | null;
}
/** A class with whom it has already and keeps. */
export interface DividedClass {
  readonly key: string;
  readonly members: readonly Divided[];
}

/** What a class has at the moment. */
class Room {
  readonly #of = new Map<string, number>();
  /** Who came by this division, with the sex and province that he shares with others. */
  readonly dealt: { readonly key: string; readonly like: string; readonly score: number }[] = [];
  size = 0;
  sum = 0;

  get average(): number {
    return this.sum / this.size;
  }

  take({ sex, province }: Divided, score: number): void {
    this.size += 1;
    this.sum += score;
    for (const group of [`sex ${sex}`, `province ${province}`]) this.#of.set(group, this.count(group) + 1);
  }

  count(group: string): number {
    return this.#of.get(group) ?? 0;
  }
}

/**
 * Divides people among classes (STUDENT-STATUS-12): sizes differ by one at most, and so do those of each sex; provinces
 * and scores are as even as whole persons allow. People are dealt by sex, then by province, the best of each first, and
 * each goes to the class that has the fewest, of them the fewest of his sex, then of his province, then the lowest sum
 * of scores: the best of a round goes to the weakest class (蛇形). Then people of one sex and province change places
 * while that brings the strongest and the weakest class together. Classes with members are filled up first. The same
 * people and classes always come to the same division; `people` in the order of the school's rule, which parts equals.
 */
export function divideClasses(
  people: readonly Divided[],
  classes: readonly DividedClass[],
): ReadonlyMap<string, string> {
  const known = [...people, ...classes.flatMap(({ members }) => members)].flatMap(({ score }) => score ?? []);
  const average = known.length === 0 ? 0 : known.reduce((sum, score) => sum + score, 0) / known.length;
  const scoreOf = ({ score }: Divided): number => score ?? average;
  const rooms = classes.map(({ members }) => {
    const room = new Room();
    for (const member of members) room.take(member, scoreOf(member));
    return room;
  });
  const placed = new Map<string, string>();
  const sorted = people
    .map((person, place) => ({ person, place }))
    .toSorted(
      (one, other) =>
        compareTexts(one.person.sex, other.person.sex) ||
        compareTexts(one.person.province, other.person.province) ||
        scoreOf(other.person) - scoreOf(one.person) ||
        one.place - other.place,
    );
  for (const { person } of sorted) {
    const at = emptiest(rooms, person);
    const room = rooms[at];
    if (!room) break;
    room.take(person, scoreOf(person));
    room.dealt.push({ key: person.key, like: `${person.sex} ${person.province}`, score: scoreOf(person) });
  }
  evenOut(rooms);
  for (const [at, room] of rooms.entries()) for (const { key } of room.dealt) placed.set(key, classes[at]?.key ?? '');
  return placed;
}

/** Changes of places at most, for each class. */
const CHANGES = 40;

/** People who are alike change places between the class with the highest average and the one with the lowest. */
function evenOut(rooms: readonly Room[]): void {
  for (let left = CHANGES * rooms.length; left > 0; left -= 1) {
    const filled = rooms.filter(({ size }) => size > 0).toSorted((one, other) => one.average - other.average);
    const [low, high] = [filled[0], filled.at(-1)];
    if (!low || !high) return;
    const changed =
      filled.some((room) => changePlaces(high, room)) || filled.toReversed().some((room) => changePlaces(room, low));
    if (!changed) return;
  }
}

/** The two whose change brings the averages nearest to each other; false: none does. */
function changePlaces(high: Room, low: Room): boolean {
  const wanted = (high.average - low.average) / (1 / high.size + 1 / low.size);
  let best: { from: number; to: number; miss: number; by: number } | null = null;
  for (const [from, { like, score }] of high.dealt.entries())
    for (const [to, other] of low.dealt.entries()) {
      const by = score - other.score;
      if (like !== other.like || by <= 0 || by >= 2 * wanted) continue;
      const miss = Math.abs(by - wanted);
      if (best === null || miss < best.miss) best = { from, to, miss, by };
    }
  const [one, other] = [best && high.dealt[best.from], best && low.dealt[best.to]];
  if (!best || !one || !other) return false;
  high.dealt[best.from] = other;
  low.dealt[best.to] = one;
  high.sum -= best.by;
  low.sum += best.by;
  return true;
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The class that is next for a person. */
function emptiest(rooms: readonly Room[], { sex, province }: Divided): number {
  const [ofSex, ofProvince] = [`sex ${sex}`, `province ${province}`];
  let best = -1;
  let least = [Infinity, Infinity, Infinity, Infinity];
  for (const [at, room] of rooms.entries()) {
    const told = [room.size, room.count(ofSex), room.count(ofProvince), room.sum];
    const differs = told.findIndex((value, index) => value !== least[index]);
    if (differs === -1 || (told[differs] ?? 0) >= (least[differs] ?? 0)) continue;
    best = at;
    least = told;
  }
  return best;
}

/** Classes for so many people, none larger than that. */
export function classesFor(people: number, size: number): number {
  return Math.max(1, Math.ceil(people / Math.max(1, size)));
}

/** What is told of a class, after and before a division. Scores are tenths. */
export interface ClassFigures {
  readonly studentNum: number;
  readonly maleNum: number;
  readonly femaleNum: number;
  /** Tenths, rounded; null: nobody has a score. */
  readonly avgScore: number | null;
  /** How many come from each province, the most first. */
  readonly origins: readonly { readonly province: string; readonly num: number }[];
}
const MALE = '1';
const FEMALE = '2';

/** The figures of a class by whom it has. */
export function figuresOf(members: readonly Divided[]): ClassFigures {
  const scores = members.flatMap(({ score }) => score ?? []);
  const provinces = [...Map.groupBy(members, ({ province }) => province)]
    .map(([province, of]) => ({ province, num: of.length }))
    .toSorted((one, other) => other.num - one.num || compareTexts(one.province, other.province));
  return {
    studentNum: members.length,
    maleNum: members.filter(({ sex }) => sex === MALE).length,
    femaleNum: members.filter(({ sex }) => sex === FEMALE).length,
    avgScore: scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    origins: provinces,
  };
}
