import {
  APPLICANT_NODE,
  nodeMode,
  timeoutAction,
  type ProcessNo,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { ProcessDefinition, ProcessNode } from '@jwxt/contracts/approval/process-definition.ts';
import { parameterRows } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { recheckMonitors } from '@jwxt/contracts/data-monitor/data-monitor.command.ts';
import { loader, type CommandSender } from '../base-data/command-sender.ts';
import { processDefinitions } from '../base-data/process.data.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { FileStore } from '../runtime/file-store.ts';
import { openAccounts } from './account.ts';
import { tellAdjustCourse, tellInfoCheck, tellScoreChange, type ApplicationOutcome } from './application-story.ts';
import { addDays, at, semestersAround, type DemoSemester } from './calendar.ts';
import { extraScoreRows } from './extra-score.data.ts';
import {
  campusOf,
  classesOfFirstTeacher,
  enrol,
  type DemoStudent,
  type DemoTeachingClass,
  type DemoUniversity,
} from './enrolment.ts';
import { tellDeferral, tellDeferralWanted } from './deferral-story.ts';
import { tellElectives } from './elective-story.ts';
import { tellGradeExams } from './grade-exam-story.ts';
import { tellFreshmen } from './status-freshman-story.ts';
import { tellIndividuals } from './individual-story.ts';
import { tellMakeups } from './makeup-story.ts';
import { tellNotices } from './notice-story.ts';
import { tellPlanChanges } from './plan-change-story.ts';
import { tellPlans } from './plan-story.ts';
import { tellOpenCourses } from './open-course-story.ts';
import { tellOutsideScores } from './outside-score-story.ts';
import { attemptOf, tellRecognitions } from './recognition-story.ts';
import { tellSchemaPlan } from './schema-plan-story.ts';
import { tellSchemas } from './schema-story.ts';
import { tellSchemes } from './scheme-story.ts';
import { tellSheet, type SheetOutcome, type Stage, type ToldSheet } from './sheet-story.ts';
import { tellConduct } from './status-conduct-story.ts';
import { tellStatusDivert } from './status-divert-story.ts';
import { tellStudentApplications } from './student-application-story.ts';
import { tellStatusChanges } from './status-change-story.ts';
import { tellStatusTerm } from './status-term-story.ts';
import { tellStandings } from './standing-story.ts';
import { tellStudentFiles } from './status-file-story.ts';
import { tellStatusChecks } from './status-check-story.ts';
import { tellStatusWarnings } from './status-warning-story.ts';
import { tellTransfer } from './transfer-story.ts';
import { schoolName } from './university.data.ts';

/** What the loader says on its way. */
export type Progress = (done: number, total: number, what: string) => void;

/** Size and day of the demo university. */
export interface DemoOptions {
  readonly students: number;
  /** The instant that all its dates are relative to; the same on every run until it is complete. */
  readonly now: string;
  /** Where attachments are kept, as the gateway finds them. */
  readonly files: FileStore;
}

/** The current semester's sheets of teacher1, in order: everything that a newcomer wants to see and to do. */
const outcomesOfFirstTeacher: readonly SheetOutcome[] = [
  'almost',
  'entering',
  'atDepartment',
  'passed',
  'returned',
  'empty',
];
/** The other sheets of the current semester, over and over. */
const outcomesNow: readonly SheetOutcome[] = [
  'empty',
  'entering',
  'atDepartment',
  'passed',
  'entering',
  'returned',
  'atDepartment',
  'atOffice',
  'passed',
  'almost',
  'resubmitted',
  'passed',
  'overdue',
  'empty',
  'rejectedToDepartment',
  'notOpen',
  'passed',
  'atOffice',
  'unset',
  'rolledBack',
  'forced',
  'extended',
  'unset',
];
const changeOutcomes: readonly ApplicationOutcome[] = [
  'atDepartment',
  'passed',
  'atOffice',
  'returned',
  'atFinal',
  'passed',
  'recalled',
  'passed',
  'atDepartment',
  'atOffice',
];
const storiesAtOnce = 8;
/** Settings of the demo university that are not every school's: its name, and signing in without the slider. */
const ownSettings: Readonly<Record<string, string>> = {
  schoolName,
  schoolEnglishName: 'Minghu University',
  LOGIN_VRIFY: '0',
};

/**
 * Score changes tell the unit's clerks as well, are reported one level up when they wait too long, and their last node
 * sends back to the applicant or the office alone. Programmes are passed by all of the office's approvers.
 */
const ownProcesses = [
  changed('CJXGSP', { timeoutAction: timeoutAction.report }, [
    { ccRoles: ['03'] },
    {},
    { canReject: [APPLICANT_NODE, 'CJXGSP-2'] },
  ]),
  changed('ZYPYFA', { timeoutAction: timeoutAction.remind }, [{}, { nodeMode: nodeMode.all }, {}]),
];

/** A process as it comes, with properties of its own and of its nodes in order. */
function changed(
  processNo: ProcessNo,
  own: Partial<ProcessDefinition>,
  nodes: readonly Partial<ProcessNode>[],
): ProcessDefinition {
  const definition = processDefinitions.find((one) => one.processNo === processNo)!;
  return { ...definition, ...own, nodes: definition.nodes.map((node, index) => ({ ...node, ...nodes[index] })) };
}

/**
 * Loads the demo university through the commands that people use. Every command id is derived from its place, so that a
 * load that was interrupted goes on where it stopped, and a second one changes nothing. Answers the accounts that kept
 * a password of their own.
 */
export async function loadDemo(
  sender: CommandSender,
  { students, now, files }: DemoOptions,
  progress: Progress = () => undefined,
): Promise<{ readonly keptPasswords: readonly string[] }> {
  const today = at(now.slice(0, 10), 0, '08:00:00').slice(0, 10);
  const semesters = semestersAround(today, 8);
  const university = enrol(students, semesters);
  for (const [resource, rows] of university.rows) await sender.load(resource, rows);
  await sender.load(
    'parameter',
    parameterRows
      .filter(({ paramCode }) => paramCode in ownSettings)
      .map((row) => ({ ...row, paraValue: ownSettings[row.paramCode] ?? row.paraValue })),
  );
  for (const definition of ownProcesses) await sender.publish(definition);
  await sender.load('studentExtraScore', extraScoreRows(university.students, semesters));
  const deferring = deferringIn(university, semesters);
  const accounts = openAccounts(university, deferring?.student);
  const { keptPasswords } = await sender.load('userAccount', accounts.userRows);
  await sender.load('userRole', accounts.userRoleRows);
  await sender.load('evaluationTask', accounts.evaluationRows);

  await tellPlans(sender, university, accounts.office, semesters);

  const first = university.teachingClasses[0]!;
  await tellNotices(
    sender,
    { office: accounts.office, clerk: accounts.clerk(first.course.kkxy), reader: accounts.teacher(first.teachers[0]!) },
    now,
  );
  const colleagues = university.teachers.filter(({ dwh }) => dwh === first.course.kkxy);
  await tellStudentFiles(sender, university, accounts.office);
  await tellTransfer(
    sender,
    { clerk: accounts.clerk(first.course.kkxy), colleague: accounts.teacher(colleagues.at(-1)!) },
    now,
  );
  await tellGradeExams(
    sender,
    { office: accounts.office, student: accounts.student, others: university.students },
    semesters,
    now,
  );
  await tellStatusTerm(sender, { office: accounts.office, student: accounts.student, university }, semesters[0]!, now);
  await tellFreshmen(sender, accounts.office, university, now);
  await tellSchemes(sender, accounts.office, university, now);
  await tellOutsideScores(sender, { office: accounts.office, students: university.students }, semesters[1]!.xnxq, now);
  const stages = stagesOf(semesters, now, { sender, accounts, files });
  const stageNow = stages.get(semesters[0]!.xnxq)!;
  const atShare = (share: number): string => between(stageNow, share);
  let told = 0;
  const total = university.teachingClasses.length;
  const sheets = await inParallel(university.teachingClasses, async (teachingClass, index) => {
    const sheet = await tellSheet(
      stages.get(teachingClass.semester.xnxq)!,
      teachingClass,
      outcomeOf(teachingClass, index, university.teachingClasses, semesters),
    );
    told += 1;
    if (told % Math.max(1, Math.round(total / 10)) === 0) progress(told, total, '教学班');
    return sheet;
  });
  const changed = await tellApplications(
    stageNow,
    sheets,
    university,
    semesters,
    Math.max(1, Math.round(students / 2000)),
  );
  await tellDeferrals(stageNow, deferring);
  const taughtBefore = university.teachingClasses.filter(({ semester }) => semester.xnxq === semesters[1]!.xnxq);
  await tellMakeups(stageNow, taughtBefore, semesters[0]!.xnxq, atShare(0.3));
  await tellStudentApplications(stageNow, university, { sheets, changed }, atShare);
  const ownUnit = university.teachers.filter(({ dwh }) => dwh === university.teachers[0]!.dwh);
  await tellElectives(stageNow, ownUnit, semesters[0]!.xnxq, atShare);
  await tellSchemas(stageNow, university, atShare);
  await tellSchemaPlan(stageNow, university, atShare);
  await tellPlanChanges(stageNow, university, semesters[0]!, atShare);
  await tellStatusChanges(stageNow, university, atShare);
  await tellStatusDivert(stageNow, university, now);
  const items = await tellOpenCourses(sender, accounts, university, semesters[0]!, now);
  await tellIndividuals(stageNow, university, items, atShare(0.95));
  await tellStandings(sender, university, accounts.office, semesters[1]!);
  await tellStatusChecks(stageNow, university.students, new Date(now));
  await tellConduct(sender, university, accounts, now);
  await tellStatusWarnings(sender, accounts, university, semesters[0]!);
  // What was found before the data was there says nothing.
  await sender.send(recheckMonitors, {}, { commandId: 'demo-monitors', actor: loader });
  return { keptPasswords };
}

type Shared = Pick<Stage, 'sender' | 'accounts' | 'files'>;

/** The current semester is acted in the last weeks up to now; the one before ended with its window. */
function stagesOf(semesters: readonly DemoSemester[], now: string, shared: Shared): ReadonlyMap<string, Stage> {
  const hour = 3_600_000;
  const before = (hours: number) => new Date(Date.parse(now) - hours * hour).toISOString();
  const day = now.slice(0, 10);
  const current: Stage = {
    ...shared,
    start: before(20 * 24),
    end: before(1),
    window: { begin: at(addDays(day, -25), 0, '08:00:00'), end: at(addDays(day, 30), 0, '23:59:59') },
  };
  const last = semesters[1]!;
  const previous: Stage = {
    ...shared,
    start: at(last.jsrq, -20, '09:00:00'),
    end: at(last.jsrq, 8, '18:00:00'),
    window: { begin: at(last.jsrq, -25, '08:00:00'), end: at(last.jsrq, 10, '23:59:59') },
  };
  return new Map([
    [semesters[0]!.xnxq, current],
    [last.xnxq, previous],
  ]);
}

function outcomeOf(
  teachingClass: DemoTeachingClass,
  index: number,
  all: readonly DemoTeachingClass[],
  semesters: readonly DemoSemester[],
): SheetOutcome {
  if (teachingClass.semester.xnxq !== semesters[0]!.xnxq) return 'passed';
  const first = teachingClass.teachers[0]!.gh === all[0]!.teachers[0]!.gh;
  return first && index < classesOfFirstTeacher
    ? outcomesOfFirstTeacher[index]!
    : outcomesNow[index % outcomesNow.length]!;
}

/**
 * Score changes on sheets of the semester before, and recognitions, at every node. Answers the attempts that are being
 * changed.
 */
async function tellApplications(
  stage: Stage,
  sheets: readonly ToldSheet[],
  { students, rooms }: DemoUniversity,
  semesters: readonly DemoSemester[],
  scale: number,
): Promise<ReadonlySet<string>> {
  const published = sheets.filter((sheet) => sheet.teachingClass.semester.xnxq !== semesters[0]!.xnxq);
  const changes = changeOutcomes.length * scale;
  const changed = new Set<string>();
  for (const sheet of published) {
    const next = changed.size;
    if (next === changes) break;
    const outcome = changeOutcomes[next % changeOutcomes.length]!;
    const student = await tellScoreChange(stage, sheet, outcome, between(stage, next / changes));
    if (student !== null) changed.add(attemptOf(sheet, student));
  }
  await tellRecognitions(stage, students, { sheets, published, changed }, scale, (share) => between(stage, share));
  // One that has passed, of the first teacher, and one that waits elsewhere; a check that waits for its clerk.
  const classesNow = sheets
    .map((sheet) => sheet.teachingClass)
    .filter(({ semester }) => semester.xnxq === semesters[0]!.xnxq);
  const [first] = classesNow;
  const other = classesNow.find(({ course }) => course.kkxy !== first?.course.kkxy);
  const seating = (one: DemoTeachingClass) =>
    rooms.filter(({ xqdm, yxzws }) => xqdm === campusOf(one.course.kkxy) && yxzws >= one.students.length);
  if (first) await tellAdjustCourse(stage, first, 'passed', between(stage, 0.4), seating(first)[0]!.jsh);
  if (other) await tellAdjustCourse(stage, other, 'atDepartment', between(stage, 0.6), seating(other).at(-1)!.jsh);
  const [student] = students.filter(({ dwh }) => dwh === other?.course.kkxy);
  if (student) await tellInfoCheck(stage, student, 'atDepartment', between(stage, 0.7));
  return changed;
}

/** A class of another unit than the first, whose scores are just typed, with its student who asks for leave. */
interface Deferring {
  readonly teachingClass: DemoTeachingClass;
  readonly student: DemoStudent;
}

function deferringIn({ teachingClasses }: DemoUniversity, semesters: readonly DemoSemester[]): Deferring | undefined {
  const unit = teachingClasses[0]?.course.kkxy;
  for (const [index, teachingClass] of teachingClasses.entries()) {
    const outcome = outcomeOf(teachingClass, index, teachingClasses, semesters);
    if (teachingClass.course.kkxy === unit || (outcome !== 'almost' && outcome !== 'entering')) continue;
    const student = teachingClass.students.find(({ dwh }) => dwh !== unit);
    if (student) return { teachingClass, student };
  }
  return undefined;
}

/** Two exams that are sat later: of one the clerk is asked to look; of another the sheet says so already. */
async function tellDeferrals(stage: Stage, deferring: Deferring | undefined): Promise<void> {
  const { deferring: applicant } = stage.accounts;
  if (!deferring || !applicant) return;
  const step = (name: string, share: number) => (part: string) => ({
    commandId: derivedId(`demo:deferral:${name}:${part}`),
    at: between(stage, part === 'leave' ? share + 0.1 : share),
  });
  await tellDeferralWanted(stage, { ...deferring, applicant, ill: true }, step('own', 0.8));
  // The last ones are not typed yet.
  const other = deferring.teachingClass.students.at(-1);
  if (other && other !== deferring.student)
    await tellDeferral(stage, { ...deferring, student: other, ill: true }, step('ill', 0.7));
}

/** The instant at a share of a stage. */
function between({ start, end }: Stage, share: number): string {
  if (share < 0 || share > 1) throw new RangeError(`a share of ${share} lies outside the stage`);
  return new Date(Date.parse(start) + share * (Date.parse(end) - Date.parse(start))).toISOString();
}

/** Maps a list, some items at once, keeping the order of results. */
async function inParallel<T, R>(list: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const index = next;
      next += 1;
      if (index >= list.length) return;
      results[index] = await work(list[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: storiesAtOnce }, worker));
  return results;
}
