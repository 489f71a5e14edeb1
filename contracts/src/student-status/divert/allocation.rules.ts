import { admitRule, admitWay, type AdmitRule, type AdmitWay } from './divert.vocabulary.ts';

/** A place that students are streamed into. */
export interface Place {
  readonly key: string;
  readonly name: string;
  readonly quota: number;
  /** The least score with which a choice of it counts, in hundredths; null: none. */
  readonly minScore: number | null;
}

/** A student of the batch with what he is ranked by. */
export interface Candidate {
  readonly studentCode: string;
  readonly studentNumber: string;
  /** In hundredths; null: nothing that counts. */
  readonly score: number | null;
  /** Average of the required courses, by which ties are broken, in hundredths. */
  readonly requiredAverage: number | null;
  /** His place by the rule of order (STUDENT-STATUS-15), the same for those whom it does not part; 0 without a rule. */
  readonly order: number;
  /** Places that he asks for, best first. */
  readonly choices: readonly string[];
  /** He did not pass the interview that the batch asks for. */
  readonly failedInterview: boolean;
}

/** What a student of the batch gets. */
interface Allocation {
  readonly studentCode: string;
  readonly rank: number;
  readonly admitKey: string | null;
  readonly admitWay: AdmitWay | null;
  /** In words. */
  readonly why: string;
}

const least = (value: number | null): number => value ?? Number.NEGATIVE_INFINITY;

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Better score first; ties by the rule of order, by the average of required courses, and by the number. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.score !== other.score) return least(one.score) > least(other.score) ? -1 : 1;
  if (one.order !== other.order) return one.order - other.order;
  if (one.requiredAverage !== other.requiredAverage)
    return least(one.requiredAverage) > least(other.requiredAverage) ? -1 : 1;
  return compareTexts(one.studentNumber, other.studentNumber);
}

/**
 * Gives the places of a batch to its students (STUDENT-STATUS-37). By choices: round by round, within a round by rank.
 * By rank: the best first, each the first of his choices with room. Who got none of them is assigned where the most
 * room is left. No place gets more than its quota; the same students give the same list in whatever order they come.
 */
export function allocate(rule: AdmitRule, candidates: readonly Candidate[], places: readonly Place[]): Allocation[] {
  const ranked = candidates.toSorted(compareCandidates);
  const placeOf = new Map(places.map((place) => [place.key, place]));
  const room = new Map(places.map(({ key, quota }) => [key, quota]));
  const got = new Map<string, { key: string; way: AdmitWay; why: string }>();
  const roomAt = (key: string): number => room.get(key) ?? 0;
  const take = ({ studentCode }: Candidate, key: string, way: AdmitWay, why: string): void => {
    room.set(key, roomAt(key) - 1);
    got.set(studentCode, { key, way, why });
  };
  const choose = (candidate: Candidate, at: number): void => {
    const place = placeOf.get(candidate.choices[at] ?? '');
    if (got.has(candidate.studentCode) || !place || roomAt(place.key) === 0 || !mayHave(candidate, place)) return;
    take(candidate, place.key, admitWay.choice, `第${String(at + 1)}志愿`);
  };
  const rounds = Math.max(0, ...ranked.map(({ choices }) => choices.length));
  if (rule === admitRule.choicesFirst)
    for (let at = 0; at < rounds; at += 1) for (const candidate of ranked) choose(candidate, at);
  else for (const candidate of ranked) for (let at = 0; at < candidate.choices.length; at += 1) choose(candidate, at);
  for (const candidate of ranked) {
    if (got.has(candidate.studentCode)) continue;
    const [most] = places
      .filter((place) => roomAt(place.key) > 0 && reaches(candidate, place))
      .toSorted((one, other) => roomAt(other.key) - roomAt(one.key) || compareTexts(one.key, other.key));
    if (most) take(candidate, most.key, admitWay.assigned, whyAssigned(candidate));
  }
  return ranked.map(({ studentCode }, index) => {
    const place = got.get(studentCode);
    return {
      studentCode,
      rank: index + 1,
      admitKey: place?.key ?? null,
      admitWay: place?.way ?? null,
      why: place?.why ?? '没有符合要求且有名额的专业或方向',
    };
  });
}

/** Whether his score is enough for a place. */
const reaches = ({ score }: Candidate, { minScore }: Place): boolean => minScore === null || least(score) >= minScore;
/** Whether a choice of a place counts. */
const mayHave = (candidate: Candidate, place: Place): boolean =>
  !candidate.failedInterview && reaches(candidate, place);

function whyAssigned({ choices, failedInterview }: Candidate): string {
  if (choices.length === 0) return '未填报志愿，按名额调剂';
  return failedInterview ? '面试笔试未通过，按名额调剂' : '所填志愿均无名额或未达要求，调剂';
}

/** A place in a class: how many it is meant for and has. */
interface ClassRoom {
  readonly bjdm: string;
  /** Null: not limited. */
  readonly edrs: number | null;
  readonly rs: number;
}

/**
 * Spreads students over the classes of a place in the order of their rank: each to the class that will have the fewest,
 * one that is full last.
 */
export function spreadOverClasses(
  ranked: readonly string[],
  classes: readonly ClassRoom[],
): ReadonlyMap<string, string> {
  const filled = new Map(classes.map(({ bjdm, rs }) => [bjdm, rs]));
  const isFull = ({ bjdm, edrs }: ClassRoom): boolean => edrs !== null && (filled.get(bjdm) ?? 0) >= edrs;
  return new Map(
    ranked.flatMap((studentCode) => {
      const [next] = classes.toSorted(
        (one, other) =>
          Number(isFull(one)) - Number(isFull(other)) ||
          (filled.get(one.bjdm) ?? 0) - (filled.get(other.bjdm) ?? 0) ||
          compareTexts(one.bjdm, other.bjdm),
      );
      if (!next) return [];
      filled.set(next.bjdm, (filled.get(next.bjdm) ?? 0) + 1);
      return [[studentCode, next.bjdm] as const];
    }),
  );
}
