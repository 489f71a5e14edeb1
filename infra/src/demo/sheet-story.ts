import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { initialiseSheet, saveSheet, submitSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { changeSettings, forceSubmitSheet } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { cancelApplication, decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { CommandSender } from '../base-data/command-sender.ts';
import { scoreTemplates, scoreValues } from '../base-data/score-rule.data.ts';
import type { FileStore } from '../runtime/file-store.ts';
import type { DemoAccounts } from './account.ts';
import { tellDeferral } from './deferral-story.ts';
import type { DemoStudent, DemoTeachingClass } from './enrolment.ts';
import { createRandom, type Random } from './random.ts';
import { confirmedOf } from './unusual.ts';

/**
 * How far the sheet of a teaching class has come; the names are those of the teacher's list, and where an application
 * waits.
 */
export type SheetOutcome =
  | 'empty'
  | 'entering'
  | 'almost'
  | 'notOpen'
  | 'overdue'
  | 'atDepartment'
  | 'atOffice'
  | 'rejectedToDepartment'
  | 'returned'
  | 'resubmitted'
  | 'passed'
  /** Settings of the office: not set up yet, taken back by it, handed in by it, longer open than the others. */
  | 'unset'
  | 'rolledBack'
  | 'forced'
  | 'extended';

/** What a sheet looked like at the end of its story. */
export interface ToldSheet {
  readonly teachingClass: DemoTeachingClass;
  readonly applyId: string | null;
  /** Cells as shown, by student code and data key. */
  readonly cells: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** What stories are told with. `hours` counts from the story's start; nothing happens after `end`. */
export interface Stage {
  readonly sender: CommandSender;
  readonly accounts: DemoAccounts;
  /** Where attachments are kept. */
  readonly files: FileStore;
  /** Instants between which this semester's entries happen. */
  readonly start: string;
  readonly end: string;
  readonly window: { readonly begin: string; readonly end: string };
}

type Cells = Record<string, string>;
type Row = { studentCode: string; items: Cells; scoreRemarkCode?: string };

const opinions = ['同意', '已核对，同意', '成绩分布合理，同意', '同意提交'];

/** Tells one sheet's story through the commands that people would send, each at its own time. */
export async function tellSheet(
  stage: Stage,
  teachingClass: DemoTeachingClass,
  outcome: SheetOutcome,
): Promise<ToldSheet> {
  const { sender, accounts } = stage;
  const random = createRandom(`sheet:${teachingClass.teachingClassId}`);
  const key = { teachingClassId: teachingClass.teachingClassId, scoreType: '1' as const };
  const clock = createClock(stage, random);
  const step = (name: string) => ({
    commandId: derivedId(`demo:${teachingClass.teachingClassId}:${name}`),
    at: clock.next(),
  });
  const teachers = teachingClass.teachers.map((teacher) => accounts.teacher(teacher));
  const dean = accounts.dean(teachingClass.course.kkxy);
  const registrar = random.pick(accounts.registrars);
  const cells = new Map<string, Cells>();

  if (outcome === 'unset') return { teachingClass, applyId: null, cells };
  let { revision } = await sender.send(
    initialiseSheet,
    { ...key, window: windowOf(stage, outcome) },
    { ...step('initialise'), actor: accounts.office, permission: 'examSet:initSet' },
  );
  if (outcome === 'empty' || outcome === 'notOpen') return { teachingClass, applyId: null, cells };

  if (outcome === 'extended') {
    ({ revision } = await sender.send(
      changeSettings,
      { ...key, capacity: 'office', extendTo: stage.window.end, reason: '任课教师住院，延长录入时间' },
      { ...step('extend'), actor: accounts.office, permission: 'examSet:timeSet' },
    ));
  }

  const save = async (name: string, rows: readonly Row[], turn: number): Promise<void> => {
    if (rows.length === 0) return;
    ({ revision } = await sender.send(
      saveSheet,
      { ...key, rows: rows.map((row) => ({ ...row, revision })) },
      { ...step(name), actor: teachers[turn % teachers.length]!, permission: 'scoreEntry:save' },
    ));
    for (const row of rows) cells.set(row.studentCode, { ...cells.get(row.studentCode), ...row.items });
  };
  const submit = (name: string) =>
    sender.send(
      submitSheet,
      { ...key, revision, ...confirmed() },
      { ...step(name), actor: teachers[0]!, permission: 'scoreEntry:submit' },
    );
  const decide = (
    name: string,
    applyId: string,
    seen: number,
    actor: typeof dean,
    approvalStatus: '0' | '2',
    approvalOpinion: string,
    backNode?: string,
  ) =>
    sender.send(
      decideApplication,
      { applyId, revision: seen, approvalStatus, approvalOpinion, ...(backNode === undefined ? {} : { backNode }) },
      { ...step(name), actor, permission: 'system:approve' },
    );

  const rows = markRows(teachingClass, outcome, random);
  const deferred = outcome === 'passed' ? deferredOf(teachingClass) : undefined;
  if (deferred !== undefined) {
    await tellDeferral(stage, { teachingClass, student: deferred, ill: false }, step);
    revision += 1;
    // The exam is still to come.
    const row = rows.find(({ studentCode }) => studentCode === deferred.studentCode)!;
    for (const item of templateOf(teachingClass).items) if (item.isExamItem) delete row.items[item.dataKey];
  }
  /** The teacher looks at what is unusual and says that it is right. */
  function confirmed(): { confirmed?: ConfirmedCheck[] } {
    const typed = rows.map(({ studentCode, scoreRemarkCode }) => ({
      studentCode,
      items: cells.get(studentCode) ?? {},
      scoreRemarkCode: studentCode === deferred?.studentCode ? '01' : scoreRemarkCode,
    }));
    const found = confirmedOf(teachingClass.course.template, key.scoreType, typed);
    return found.length === 0 ? {} : { confirmed: found };
  }
  const missing =
    outcome === 'almost'
      ? 3
      : outcome === 'entering' || outcome === 'overdue' || outcome === 'extended'
        ? Math.ceil(rows.length * (0.2 + random.next() * 0.5))
        : 0;
  const entered = rows.slice(0, rows.length - missing);
  const half = Math.ceil(entered.length / 2);
  await save('save-1', entered.slice(0, half), 0);
  await save('save-2', entered.slice(half), 1);
  await save('correct-1', corrections(entered, random, 2), 0);
  if (missing > 0) return { teachingClass, applyId: null, cells };

  if (outcome === 'forced') {
    const { applyId: forced } = await sender.send(
      forceSubmitSheet,
      { ...key, reason: '录入已截止，教师因公出差未提交' },
      {
        ...step('force'),
        at: new Date(Date.parse(stage.end) + hourMs / 2).toISOString(),
        actor: accounts.office,
        permission: 'examSet:forceSubmit',
      },
    );
    return { teachingClass, applyId: forced, cells };
  }
  let { applyId } = await submit('submit-1');
  if (outcome === 'rolledBack') {
    await sender.send(
      cancelApplication,
      { applyId, reason: '试卷评分标准调整，请重新核对' },
      { ...step('rollback'), actor: accounts.office, permission: 'examSet:rollback' },
    );
    return { teachingClass, applyId, cells };
  }
  if (outcome === 'returned' || outcome === 'resubmitted') {
    await decide('return', applyId, 0, dean, '2', '平时成绩普遍偏高，请核对后重新提交', '0');
    if (outcome === 'returned') return { teachingClass, applyId, cells };
    // The sheet was handed in and opened again meanwhile.
    revision += 2;
    await save('correct-2', corrections(entered, random, 4), 0);
    ({ applyId } = await submit('submit-2'));
    return { teachingClass, applyId, cells };
  }
  if (outcome === 'atDepartment') return { teachingClass, applyId, cells };
  const first = await decide('department', applyId, 0, dean, '0', random.pick(opinions));
  if (outcome === 'atOffice') return { teachingClass, applyId, cells };
  if (outcome === 'rejectedToDepartment')
    await decide('reject', applyId, first.revision, registrar, '2', '不及格率偏高，请院系说明原因', 'ZKCJSP-1');
  else if (first.approvalBusinessStatus !== businessStatus.passed)
    await decide('office', applyId, first.revision, registrar, '0', random.pick(opinions));
  return { teachingClass, applyId, cells };
}

/** The times of a story: spread over its stage, in order. */
function createClock(stage: Stage, random: Random): { next(): string } {
  const start = Date.parse(stage.start);
  const length = Date.parse(stage.end) - start;
  let share = random.next() * 0.1;
  return {
    next() {
      const time = new Date(start + Math.round(share * length)).toISOString();
      share += (0.98 - share) * (0.08 + random.next() * 0.22);
      return time;
    },
  };
}

const hourMs = 3_600_000;

function windowOf(stage: Stage, outcome: SheetOutcome): { begin: string; end: string } {
  if (outcome === 'notOpen')
    return { begin: new Date(Date.parse(stage.end) + 96 * hourMs).toISOString(), end: stage.window.end };
  if (outcome === 'overdue' || outcome === 'forced' || outcome === 'extended')
    return { begin: stage.window.begin, end: stage.end };
  return stage.window;
}

const templateOf = ({ course }: DemoTeachingClass) =>
  scoreTemplates.find(({ scoreTemplateId }) => scoreTemplateId === course.template)!;

/** In every other class with an exam one student has leave to sit it later. */
function deferredOf(teachingClass: DemoTeachingClass): DemoStudent | undefined {
  return templateOf(teachingClass).items.length > 1 && Number(teachingClass.teachingClassId.at(-1)) % 2 === 1
    ? teachingClass.students[17]
    : undefined;
}

/**
 * Every student's items: a class has its level, a student an ability, an item its luck. A hard class fails more than
 * three in ten.
 */
function markRows(teachingClass: DemoTeachingClass, outcome: SheetOutcome, random: Random): Row[] {
  const template = templateOf(teachingClass);
  const hard = outcome === 'atOffice' || outcome === 'rejectedToDepartment';
  const level = hard ? 56 : 73 + random.next() * 5;
  return teachingClass.students.map((student, index) => {
    const ability = random.normal(level, hard ? 9 : 8);
    const absent = !hard && index % 83 === 41;
    const items: Cells = {};
    for (const item of template.items) {
      if (absent && item.isExamItem) continue;
      items[item.dataKey] =
        item.type === 'select'
          ? gradeOf(ability, item.scoreHierarchyCode)
          : scoreOf(ability + (item.isExamItem ? 0 : 4) + random.normal(0, 5), random);
    }
    return { studentCode: student.studentCode, items, ...(absent ? { scoreRemarkCode: '02' } : {}) };
  });
}

function scoreOf(value: number, random: Random): string {
  const tenths = Math.round(Math.min(99, Math.max(31, value)) * 10);
  return random.next() < 0.2 ? (tenths / 10).toFixed(1) : `${Math.round(tenths / 10)}.0`;
}

function gradeOf(value: number, hierarchy: string): string {
  const hundredths = Math.min(9900, Math.max(3000, Math.round(value * 100)));
  return scoreValues.find(
    (band) =>
      band.scoreHierarchyCode === hierarchy &&
      band.scorePercentileMinValue <= hundredths &&
      hundredths <= band.scorePercentileMaxValue,
  )!.scoreValueCode;
}

/** A few cells typed again: what makes a history worth reading. */
function corrections(rows: readonly Row[], random: Random, count: number): Row[] {
  const typed = rows.filter((row) => row.scoreRemarkCode === undefined && Object.keys(row.items).length > 1);
  const chosen = new Set(Array.from({ length: Math.min(count, typed.length) }, () => random.pick(typed)));
  return [...chosen].map((row) => {
    const dataKey = Object.keys(row.items).at(-1)!;
    const better = Math.min(100, Number(row.items[dataKey]) + 1 + random.below(4));
    return { studentCode: row.studentCode, items: { [dataKey]: `${better.toFixed(1)}` } };
  });
}
