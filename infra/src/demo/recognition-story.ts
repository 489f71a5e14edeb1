import { weightedMean } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import {
  applyForRecognition,
  revokeRecognition,
  saveRecognition,
} from '@jwxt/contracts/recognition/recognition.command.ts';
import { recognitionKinds, REVOKE, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { derivedId } from '../runtime/event-id.ts';
import { createApplicationStory, tellScoreChange, type ApplicationOutcome } from './application-story.ts';
import { attachCertificate, type CertifiedScore } from './certificate.ts';
import { keyOfCourse, type DemoStudent } from './enrolment.ts';
import { createRandom } from './random.ts';
import type { Stage, ToldSheet } from './sheet-story.ts';
import { computedRows } from './unusual.ts';
import { courses, type DemoCourse } from './university.data.ts';

/** `revoked`: it passed, and the office took it back; `sourceChanged`: it passed, and then its score was changed. */
type Outcome = ApplicationOutcome | 'saved' | 'revoked' | 'sourceChanged';

/** Every state that a list of recognitions shows. */
const outcomes: readonly Outcome[] = ['atDepartment', 'passed', 'saved', 'atOffice', 'returned', 'recalled'];

const broughtOutcomes: readonly Outcome[] = [...outcomes, 'revoked'];
const ownOutcomes: readonly Outcome[] = [...outcomes, 'sourceChanged'];

/** Scores that students bring along, with the public course that each is recognised as. */
const brought: Readonly<
  Record<
    Exclude<RecognitionKind, 'system'>,
    readonly {
      code: string;
      name: string;
      credit: string;
      score: string;
      target: string;
      value: string;
      school?: string;
      source?: string;
    }[]
  >
> = {
  outside: [
    { code: 'CET4', name: '大学英语四级', credit: '3', score: '512', target: 'ENGL1002', value: '82' },
    { code: 'JW0312', name: '线性代数（旧教务系统）', credit: '3', score: '88', target: 'MATH1003', value: '88' },
    { code: 'JW0417', name: '思想品德修养（旧教务系统）', credit: '3', score: '良好', target: 'MARX1001', value: '85' },
  ],
  outSchool: [
    {
      code: '',
      name: '概率统计',
      credit: '3.5',
      score: 'B+',
      target: 'MATH1004',
      value: '85',
      school: '东湖理工大学',
      source: '1',
    },
    {
      code: 'XTX-MARX',
      name: '马克思主义基本原理',
      credit: '3',
      score: '91',
      target: 'MARX1002',
      value: '91',
      school: '学堂在线',
      source: '3',
    },
    {
      code: 'PH101',
      name: '大学物理实验',
      credit: '2',
      score: '84',
      target: 'PHYS1002',
      value: '84',
      school: '南山师范大学',
      source: '2',
    },
  ],
};

/** Kinds whose scores students bring along. */
const broughtKinds = 2;

/**
 * Tells recognitions of all kinds in every state: of students of the first department, and `rounds` times over all
 * through the school. `sheets`: all that were told; `published`: those whose scores students have; `changed`: attempts
 * with which nobody applies, because they are being changed.
 */
export async function tellRecognitions(
  stage: Stage,
  students: readonly DemoStudent[],
  {
    sheets,
    published,
    changed,
  }: {
    readonly sheets: readonly ToldSheet[];
    readonly published: readonly ToldSheet[];
    readonly changed: ReadonlySet<string>;
  },
  rounds: number,
  at: (share: number) => string,
): Promise<void> {
  const first = students.filter(({ dwh }) => dwh === students[0]?.dwh);
  const perRound = broughtOutcomes.length * broughtKinds;
  const chosen = [
    ...spread(first, perRound),
    ...spread(
      students.filter(({ dwh }) => dwh !== students[0]?.dwh),
      perRound * rounds,
    ),
  ];
  const isTaken = takenIn(sheets);
  const tellings = chosen.flatMap((student, index) => {
    const kind = index % broughtKinds === 0 ? ('outside' as const) : ('outSchool' as const);
    const turn = Math.floor(index / broughtKinds);
    const group = broughtGroup(kind, turn, ({ ywbm }) => !isTaken(student.studentCode, ywbm));
    return group ? [{ kind, turn, student, group }] : [];
  });
  for (const [index, { kind, turn, student, group }] of tellings.entries())
    await tell(
      stage,
      kind,
      { student, group },
      broughtOutcomes[turn % broughtOutcomes.length]!,
      at(index / tellings.length),
    );
  // Nobody asks for two.
  const ofFirst = ({ teachingClass }: ToldSheet) => teachingClass.students.some((each) => first.includes(each));
  const firstOnes = published.toSorted((one, other) => Number(ofFirst(other)) - Number(ofFirst(one)));
  const others = new Set(chosen.map(({ studentCode }) => studentCode));
  const owned = [...ownScores(firstOnes, { isTaken, changed }, others)].slice(0, ownOutcomes.length * (rounds + 1));
  for (const [index, told] of owned.entries())
    await tell(stage, 'system', told, ownOutcomes[index % ownOutcomes.length]!, at(index / owned.length));
}

/** The attempt that an ordinary sheet makes for a student. */
export const attemptOf = ({ teachingClass: { teachingClassId } }: ToldSheet, studentCode: string): string =>
  sheetAttemptId({ teachingClassId, scoreType: '1' }, studentCode);

/** So many of a list, evenly. */
function spread<T>(list: readonly T[], count: number): T[] {
  const stride = Math.max(1, Math.floor(list.length / count));
  return list.filter((_item, index) => index % stride === 0).slice(0, count);
}

interface BroughtScore extends CertifiedScore {
  readonly outSchoolName: string;
  readonly outSchoolScoreType: string;
}
interface OwnScore {
  readonly attemptId: string;
  readonly outCourseId: string;
  readonly outCourseName: string;
}
interface Group {
  readonly outSideList: readonly (BroughtScore | OwnScore)[];
  readonly inSideList: { courseId: string; scoreCognizanceFinalValue: string }[];
  readonly target: DemoCourse;
}
interface Told {
  readonly student: DemoStudent;
  readonly group: Group;
  /** Where an own score comes from. */
  readonly sheet?: ToldSheet;
}

/** Which students have which courses on a sheet: what they may have passed already. */
function takenIn(sheets: readonly ToldSheet[]): (studentCode: string, ywbm: string) => boolean {
  const taken = new Set(
    sheets.flatMap(({ teachingClass, cells }) =>
      [...cells.keys()].map((studentCode) => `${studentCode} ${teachingClass.course.ywbm}`),
    ),
  );
  return (studentCode, ywbm) => taken.has(`${studentCode} ${ywbm}`);
}

/** What is brought in this turn, or else the next that is wanted; null when nothing is. */
function broughtGroup(
  kind: Exclude<RecognitionKind, 'system'>,
  turn: number,
  isWanted: (target: DemoCourse) => boolean,
): Group | null {
  const list = brought[kind].map((each) => ({ ...each, target: courses.find(({ ywbm }) => ywbm === each.target)! }));
  const at = turn % list.length;
  const found = [...list.slice(at), ...list.slice(0, at)].find(({ target }) => isWanted(target));
  if (!found) return null;
  const { code, name, credit, score, target, value, school = '', source = '' } = found;
  return {
    target,
    inSideList: [{ courseId: keyOfCourse(target), scoreCognizanceFinalValue: value }],
    outSideList: [
      {
        outCourseCode: code,
        outCourseName: name,
        outCourseCredit: credit,
        outScoreCognizanceFinalValue: score,
        outSchoolName: school,
        outSchoolScoreType: source,
      },
    ],
  };
}

const publicCourses = courses.filter(({ kind, template }) => kind === 'public' && template !== 'TTY');

/**
 * Students with a score of at least 60 in every item, one of each class, to be recognised as a public course that is no
 * larger, with the score that they have, in the order of their sheets.
 */
function* ownScores(
  published: readonly ToldSheet[],
  { isTaken, changed }: { readonly isTaken: ReturnType<typeof takenIn>; readonly changed: ReadonlySet<string> },
  taken: Set<string>,
): Generator<Told> {
  let turn = 0;
  for (const sheet of published) {
    const { teachingClass, cells } = sheet;
    const student = teachingClass.students.find(({ studentCode }) => {
      const values = Object.values(cells.get(studentCode) ?? {});
      const mayApply = !taken.has(studentCode) && !changed.has(attemptOf(sheet, studentCode));
      return mayApply && values.length > 0 && values.every((value) => Number(value) >= 60);
    });
    if (!student) continue;
    const { course } = teachingClass;
    const possible = publicCourses.filter(({ xf, ywbm }) => xf <= course.xf && !isTaken(student.studentCode, ywbm));
    const target = possible.find(({ kkxy }) => kkxy === course.kkxy) ?? possible[turn % possible.length];
    const final =
      computedRows(course.template, [{ studentCode: student.studentCode, items: cells.get(student.studentCode) ?? {} }])
        .rows[0]?.final ?? null;
    const value = final === null ? null : weightedMean([{ credit: course.xf, value: final }]);
    if (!target || value === null) continue;
    turn += 1;
    taken.add(student.studentCode);
    const attemptId = attemptOf(sheet, student.studentCode);
    yield {
      student,
      sheet,
      group: {
        target,
        outSideList: [{ attemptId, outCourseId: keyOfCourse(course), outCourseName: course.kcmc }],
        inSideList: [{ courseId: keyOfCourse(target), scoreCognizanceFinalValue: formatDecimal(value, 2, 1) }],
      },
    };
  }
}

async function tell(
  stage: Stage,
  kind: RecognitionKind,
  { student, group, sheet }: Told,
  outcome: Outcome,
  from: string,
): Promise<void> {
  const { codes } = recognitionKinds[kind];
  const clerk = stage.accounts.clerk(student.dwh);
  const name = `recognition:${kind}:${student.studentCode}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const { target, ...lists } = group;
  const form = { scoreCognizanceApplyRemark: '学生提交的成绩证明已核验原件', relateList: [lists] } as {
    scoreCognizanceApplyRemark: string;
    relateList: never[];
  };
  if (outcome === 'saved') {
    await stage.sender.send(
      saveRecognition,
      { kind, applyId: derivedId(`demo:${name}`), studentId: student.studentCode, form },
      story.step('save', clerk, codes.apply),
    );
    return;
  }
  const [score] = group.outSideList;
  const ownId = derivedId(`demo:${name}`);
  const certified = kind === 'outside' && score && 'outCourseCode' in score ? score : null;
  const applied = story.step('apply', clerk, codes.apply);
  if (certified)
    await attachCertificate(stage, ownId, student, certified, {
      ...applied,
      commandId: derivedId(`demo:${name}:certificate`),
    });
  const { applyId } = await stage.sender.send(
    applyForRecognition,
    { kind, ...(certified ? { applyId: ownId } : {}), studentId: student.studentCode, ...form },
    applied,
  );
  await story.decide(
    applyId,
    outcome === 'revoked' || outcome === 'sourceChanged' ? 'passed' : outcome,
    clerk,
    stage.accounts.dean(student.dwh),
    ...(kind === 'outSchool' ? [stage.accounts.dean(target.kkxy)] : []),
  );
  if (outcome === 'revoked')
    await stage.sender.send(
      revokeRecognition,
      { kind, applyId, reason: '经复核，成绩证明与对方存档不符' },
      story.step('revoke', stage.accounts.office, REVOKE),
    );
  if (outcome === 'sourceChanged' && sheet)
    await tellScoreChange(stage, sheet, 'passed', story.step('change', clerk, codes.apply).at, student.studentCode);
}
