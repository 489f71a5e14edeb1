import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import {
  freezeMakeup,
  generateMakeup,
  publishRetakeClass,
  saveRetakeClass,
  setRetakeStudents,
  type GeneratedGroup,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import { saveSheet, submitSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { makeupOption, makeupType, type ReassessmentType, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { scoreTemplates } from '../base-data/score-rule.data.ts';
import { derivedId } from '../runtime/event-id.ts';
import { keyOfCourse, type DemoTeachingClass } from './enrolment.ts';
import { createRandom, type Random } from './random.ts';
import { tellRebuilds, type FailedBy } from './rebuild-story.ts';
import type { Stage } from './sheet-story.ts';

/** How far a make-up group or retake class has come. */
type ReassessmentOutcome = 'listed' | 'empty' | 'entering' | 'atDepartment' | 'atOffice' | 'returned' | 'passed';

/** States in which groups are shown, over and over; what is left stays listed. */
const outcomes: readonly ReassessmentOutcome[] = [
  'atDepartment',
  'passed',
  'entering',
  'atOffice',
  'returned',
  'listed',
  'empty',
  'passed',
];
const GROUPS_TOLD = 16;
const retakeOutcomes: readonly ReassessmentOutcome[] = ['atDepartment', 'listed', 'entering'];
const REBUILD_STUDENTS = 8;
const SIGN_UPS_EACH = 4;
const hourMs = 3_600_000;

/** One sheet of a retake with who types in it. */
interface Reassessment {
  readonly teachingClassId: string;
  readonly scoreType: ReassessmentType;
  readonly dataKeys: readonly string[];
  readonly studentCodes: readonly string[];
  readonly taught: DemoTeachingClass;
}

/**
 * The failures and deferred exams of the semester before become make-up lists of this one, at every stage; three
 * retake classes take students whose make-up is still to come, and others sign up to take the course again.
 */
export async function tellMakeups(
  stage: Stage,
  before: readonly DemoTeachingClass[],
  semesterId: string,
  from: string,
): Promise<void> {
  const {
    sender,
    accounts: { office },
  } = stage;
  const [sourceSemesterId] = before.map(({ semester }) => semester.xnxq);
  if (sourceSemesterId === undefined) return;
  const clock = storyClock(from, stage.end);
  const generated = { actor: office, permission: 'makeupList:generate' as const, at: clock.next() };
  const groups: GeneratedGroup[] = [];
  for (const courseId of new Set(
    before.toSorted((a, b) => a.course.ywbm.localeCompare(b.course.ywbm)).map(({ course }) => keyOfCourse(course)),
  )) {
    const request = {
      sourceSemesterId,
      semesterId,
      makeupAndDelayTemplateValue: makeupOption.replacesExam,
      window: stage.window,
      courseId,
    };
    groups.push(
      ...(
        await sender.send(generateMakeup, request, {
          ...generated,
          commandId: derivedId(`demo:makeup:generate:${courseId}`),
        })
      ).groups,
    );
  }
  const told = groups
    .slice(0, GROUPS_TOLD)
    .map((group, index) => ({ group, outcome: outcomes[index % outcomes.length]! }));
  const frozen = told.filter(({ outcome }) => outcome !== 'listed').map(({ group }) => group.makeupCourseId);
  if (frozen.length > 0)
    await sender.send(
      freezeMakeup,
      { makeupCourseIds: frozen },
      { commandId: derivedId('demo:makeup:freeze'), actor: office, permission: 'makeupList:freeze', at: clock.next() },
    );
  for (const { group, outcome } of told) {
    const taught = classOf(before, group);
    const dataKeys = scoreTemplates
      .find(({ scoreTemplateId }) => scoreTemplateId === taught.course.template)!
      .items.filter((item) => item.isExamItem)
      .map(({ dataKey }) => dataKey);
    await tellReassessment(
      stage,
      {
        teachingClassId: group.makeupCourseId,
        scoreType: scoreType.makeup,
        dataKeys,
        studentCodes: group.added.map(({ studentCode }) => studentCode),
        taught,
      },
      outcome,
      clock,
    );
  }
  const left = told
    .filter(({ outcome }) => outcome === 'listed' || outcome === 'empty')
    .map(({ group }) => group)
    .concat(groups.slice(GROUPS_TOLD))
    .filter(({ added }) => added.some(isFailed));
  const classes = left.slice(0, retakeOutcomes.length);
  await tellRetakes(stage, before, classes, semesterId, clock);
  // Who has not passed the make-up, and is in no retake class.
  const seated = new Set(classes);
  const made = new Set(told.filter(({ outcome }) => outcome === 'passed').map(({ group }) => group));
  const open = groups.filter((group) => !seated.has(group) && !made.has(group));
  await tellRebuilds(stage, failedIn(open, before, stage), semesterId, clock.next());
}

/** Who failed, a few of each course, at courses of other units than that of the first account of a clerk. */
function failedIn(
  groups: readonly GeneratedGroup[],
  before: readonly DemoTeachingClass[],
  { accounts }: Stage,
): FailedBy[] {
  return groups.flatMap((group) => {
    const { course } = classOf(before, group);
    if (accounts.clerk(course.kkxy).userName === 'clerk1') return [];
    return group.added
      .filter(isFailed)
      .slice(0, SIGN_UPS_EACH)
      .map(({ studentCode }) => ({ studentCode, courseId: keyOfCourse(course), unit: course.kkxy }));
  });
}

const isFailed = (student: GeneratedGroup['added'][number]): boolean => student.makeupType !== makeupType.deferred;

/**
 * A class of the course that some of the group failed in: its teachers are the group's, those of another class need not
 * be.
 */
function classOf(before: readonly DemoTeachingClass[], { courseNum, added }: GeneratedGroup): DemoTeachingClass {
  const codes = new Set(added.map(({ studentCode }) => studentCode));
  return before.find(
    ({ course, students }) => course.ywbm === courseNum && students.some(({ studentCode }) => codes.has(studentCode)),
  )!;
}

async function tellRetakes(
  stage: Stage,
  before: readonly DemoTeachingClass[],
  groups: readonly GeneratedGroup[],
  semesterId: string,
  clock: Clock,
): Promise<void> {
  const {
    sender,
    accounts: { office },
  } = stage;
  const step = (name: string, permission: PermissionCode) => ({
    commandId: derivedId(`demo:rebuild:${name}`),
    actor: office,
    permission,
    at: clock.next(),
  });
  for (const [index, group] of groups.entries()) {
    const taught = classOf(before, group);
    const { rebuildClassId } = await sender.send(
      saveRetakeClass,
      {
        semesterId,
        courseId: keyOfCourse(taught.course),
        rebuildClassName: `${group.courseName}重修班`,
        teacherCode: taught.teachers[0]!.gh,
        capacity: 40,
        window: stage.window,
      },
      step(`open:${group.courseNum}`, 'rebuildClass:update'),
    );
    const studentCodes = group.added
      .filter(isFailed)
      .slice(0, REBUILD_STUDENTS)
      .map(({ studentCode }) => studentCode);
    await sender.send(
      setRetakeStudents,
      { rebuildClassId, add: studentCodes, remove: [] },
      step(`students:${group.courseNum}`, 'rebuildClass:update'),
    );
    const outcome = retakeOutcomes[index]!;
    if (outcome === 'listed') continue;
    await sender.send(
      publishRetakeClass,
      { rebuildClassId },
      step(`publish:${group.courseNum}`, 'rebuildClass:publish'),
    );
    const dataKeys = scoreTemplates
      .find(({ scoreTemplateId }) => scoreTemplateId === taught.course.template)!
      .items.map(({ dataKey }) => dataKey);
    await tellReassessment(
      stage,
      { teachingClassId: rebuildClassId, scoreType: scoreType.retake, dataKeys, studentCodes, taught },
      outcome,
      clock,
    );
  }
}

/** Types the exam's scores and lets the sheet go as far as its outcome says. */
async function tellReassessment(
  { sender, accounts }: Stage,
  { teachingClassId, scoreType, dataKeys, studentCodes, taught }: Reassessment,
  outcome: ReassessmentOutcome,
  clock: Clock,
): Promise<void> {
  if (outcome === 'listed' || outcome === 'empty') return;
  const random = createRandom(`retake:${teachingClassId}`);
  const key = { teachingClassId, scoreType };
  const teacher = accounts.teacher(taught.teachers[0]!);
  const dean = accounts.dean(taught.course.kkxy);
  const step = (name: string, actor: typeof teacher, permission: PermissionCode) => ({
    commandId: derivedId(`demo:retake:${teachingClassId}:${name}`),
    actor,
    permission,
    at: clock.next(),
  });
  const entered = outcome === 'entering' ? studentCodes.slice(0, Math.ceil(studentCodes.length / 2)) : studentCodes;
  const { revision } = await sender.send(
    saveSheet,
    {
      ...key,
      rows: entered.map((studentCode) => ({
        studentCode,
        items: Object.fromEntries(dataKeys.map((dataKey) => [dataKey, examScore(random)])),
        revision: 0,
      })),
    },
    step('save', teacher, 'scoreEntry:save'),
  );
  if (outcome === 'entering') return;
  const { applyId } = await sender.send(
    submitSheet,
    { ...key, revision },
    step('submit', teacher, 'scoreEntry:submit'),
  );
  const decide = (
    name: string,
    seen: number,
    actor: typeof dean,
    approvalStatus: '0' | '2',
    approvalOpinion: string,
    backNode?: string,
  ) =>
    sender.send(
      decideApplication,
      { applyId, revision: seen, approvalStatus, approvalOpinion, ...(backNode === undefined ? {} : { backNode }) },
      step(name, actor, 'system:approve'),
    );
  if (outcome === 'atDepartment') return;
  if (outcome === 'returned') {
    await decide('return', 0, dean, '2', '试卷与录入成绩不一致，请核对', '0');
    return;
  }
  const first = await decide('department', 0, dean, '0', '同意');
  if (outcome === 'passed') await decide('office', first.revision, random.pick(accounts.registrars), '0', '同意');
}

/** Most pass a second time. */
function examScore(random: Random): string {
  return `${String(52 + random.below(38))}.0`;
}

type Clock = { next: () => string };

/** Some hours from step to step, never beyond the end. */
function storyClock(from: string, end: string): Clock {
  let time = Date.parse(from);
  return {
    next() {
      const at = new Date(Math.min(time, Date.parse(end))).toISOString();
      time += 2 * hourMs;
      return at;
    },
  };
}
