import { hash } from 'node:crypto';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import {
  formatNumber,
  withSerial,
  type Segment,
  type SegmentValues,
  type SerialScope,
} from '@jwxt/contracts/student-status/freshman/number.rules.ts';
import { sortBy } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import { freshmanColumns, gradeMajorValues, loadSortRule, type FreshmanRow } from './freshman-division.ts';
import type { Queryable } from './postgres.ts';

/** A freshman with the number that he would get. */
export interface Numbered {
  readonly key: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly examineeNumber: string;
  readonly gradeMajorName: string;
  readonly administrativeClassName: string;
}
/** What numbering comes to as things stand. */
export interface PlannedNumbers {
  readonly numbered: readonly Numbered[];
  /** Grade-majors whose students are of another type than the rule's, with how many wait there. */
  readonly left: readonly { readonly name: string; readonly num: number }[];
  /** How far each serial number comes by it. */
  readonly serials: ReadonlyMap<string, number>;
}
/** What may go wrong with numbering as a whole. */
export type NumberProblem = { readonly missing: '排序规则' | '学号规则' } | { readonly full: string };

interface Candidate extends FreshmanRow {
  readonly examineeNumber: string;
  readonly name: string;
  readonly values: SegmentValues;
  readonly grade: string;
  readonly gradeMajorName: string;
  readonly className: string;
  readonly studentType: string;
}
interface Rule {
  readonly studentType: string;
  readonly segments: readonly Segment[];
  readonly serialLength: number;
  readonly serialScope: SerialScope;
}

/**
 * Student numbers of all who are in classes and have none (STUDENT-STATUS-13), by unit, grade-major and class, in it by
 * the rule of sorting. No number that anybody ever had is given.
 */
export async function planNumbers(
  db: Queryable,
  {
    gradeMajorIds,
    idRuleId,
    sortRuleId,
  }: { gradeMajorIds: readonly string[]; idRuleId: string; sortRuleId: string | null },
): Promise<PlannedNumbers | NumberProblem> {
  const sorting = await loadSortRule(db, sortRuleId);
  if (!sorting) return { missing: '排序规则' };
  const rule = await loadRule(db, idRuleId);
  if (!rule) return { missing: '学号规则' };
  const candidates = await loadCandidates(db, gradeMajorIds);
  const own = candidates.filter(({ studentType }) => studentType === rule.studentType);
  const others = Map.groupBy(
    candidates.filter(({ studentType }) => studentType !== rule.studentType),
    ({ gradeMajorName }) => gradeMajorName,
  );
  // By class where numbers begin anew or are told apart by it; otherwise through the whole grade-major.
  const byClass = rule.segments.some(({ type }) => type === 'classNumber');
  const groups = Map.groupBy(own, ({ gradeMajorId, bjdm }) => `${gradeMajorId} ${byClass ? (bjdm ?? '') : ''}`);
  const inOrder = [...groups.values()].flatMap((group) =>
    sortBy(sorting, group, ({ examineeNumber, key }) => `${examineeNumber} ${key}`),
  );
  const before = await loadSerials(db, [...new Set(inOrder.map((each) => countedBy(rule, each)))]);
  const taken = new Set<string>();
  for (;;) {
    const given = giveNumbers(rule, inOrder, before, taken);
    if ('full' in given) return given;
    const there = await loadTaken(
      db,
      given.numbered.map(({ studentNumber }) => studentNumber),
    );
    if (there.length === 0) return { ...given, left: [...others].map(([name, of]) => ({ name, num: of.length })) };
    for (const number of there) taken.add(number);
  }
}

function giveNumbers(
  rule: Rule,
  inOrder: readonly Candidate[],
  before: ReadonlyMap<string, number>,
  taken: ReadonlySet<string>,
): Omit<PlannedNumbers, 'left'> | { full: string } {
  const segments = withSerial(rule.segments, rule.serialLength);
  const serials = new Map(before);
  const numbered: Numbered[] = [];
  const used = new Set(taken);
  for (const candidate of inOrder) {
    const counter = countedBy(rule, candidate);
    let serial = serials.get(counter) ?? 0;
    let studentNumber: string;
    do {
      serial += 1;
      studentNumber = formatNumber(segments, candidate.values, serial);
    } while (used.has(studentNumber) && serial < 10 ** rule.serialLength);
    if (serial >= 10 ** rule.serialLength)
      return { full: rule.serialScope === '3' ? candidate.className : candidate.gradeMajorName };
    serials.set(counter, serial);
    used.add(studentNumber);
    numbered.push({
      key: candidate.key,
      studentNumber,
      studentName: candidate.name,
      examineeNumber: candidate.examineeNumber,
      gradeMajorName: candidate.gradeMajorName,
      administrativeClassName: candidate.className,
    });
  }
  return { numbered, serials };
}

/** By what the serial numbers of a rule begin anew. */
function countedBy({ serialScope, studentType }: Rule, { grade, gradeMajorId, bjdm }: Candidate): string {
  const of = { '1': `grade:${grade}`, '2': `gradeMajor:${gradeMajorId}`, '3': `class:${bjdm ?? ''}` };
  return `${studentType} ${of[serialScope]}`;
}

/** By which a person who has seen the numbers says that they are those he means. */
export function numbersDigest({ numbered }: PlannedNumbers): string {
  return hash('sha256', JSON.stringify(numbered.map(({ key, studentNumber }) => [key, studentNumber])));
}

async function loadRule(db: Queryable, idRuleId: string): Promise<Rule | undefined> {
  const { rows } = await db.query<Rule>(
    `select student_type as "studentType", segments, serial_length as "serialLength", serial_scope as "serialScope"
       from base.student_id_rule where id_rule_id = $1 and sfqy = '1'`,
    [idRuleId],
  );
  return rows[0];
}

async function loadCandidates(db: Queryable, gradeMajorIds: readonly string[]): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>(
    `select ${freshmanColumns}, freshman.njdm as grade, grade_major.njzymc as "gradeMajorName",
        class_info.bjmc as "className", freshman.xslbdm as "studentType",
        ${gradeMajorValues} || jsonb_build_object('classNumber', class_info.ywbm) as values
       from base.freshman join base.grade_major on grade_major.njzydm = freshman.grade_major_id
       join base.major on major.zydm = grade_major.zydm join base.department on department.dwh = grade_major.dwh
       join base.class_info on class_info.bjdm = freshman.bjdm
      where freshman.grade_major_id = any($1) and freshman.freshman_status = $2
      order by department.pxh, freshman.grade_major_id, class_info.ywbm, freshman.freshman_key`,
    [gradeMajorIds, freshmanStatus.divided],
  );
  return rows;
}

async function loadSerials(db: Queryable, counters: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ counter: string; last: number }>(
    'select counted_by as counter, last from base.student_number_serial where counted_by = any($1)',
    [counters],
  );
  return new Map(rows.map(({ counter, last }) => [counter, last]));
}

/** Numbers that somebody has or had. */
async function loadTaken(db: Queryable, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ number: string }>(
    `select student_number as number from base.student where student_number = any($1)
     union select student_number from base.student_number_given where student_number = any($1)`,
    [numbers],
  );
  return rows.map(({ number }) => number);
}
