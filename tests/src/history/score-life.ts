import { attemptsStream, sheetAttemptId, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { evolveAttempts, noAttempts, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellValue, ScoreSheetEvent, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, type PublishedSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import { isRefused } from '@jwxt/commands/kernel/refusal.ts';
import { standingOf } from '@jwxt/commands/makeup/origin-standing.ts';
import { followOriginDecider } from '@jwxt/commands/makeup/reassessment-origin.decider.ts';
import { applyChangeDecider, reserveChangeDecider } from '@jwxt/commands/score/changes/sheet-change.ts';
import { registerRemarkDecider } from '@jwxt/commands/score/entry/sheet-remark.ts';
import { saveDecider } from '@jwxt/commands/score/entry/sheet-save.ts';
import type { SheetDecider } from '@jwxt/commands/score/score-sheet.decider.ts';
import {
  about,
  changeFacts,
  rules,
  saveFacts,
  sheetStory,
  studentRefs,
  submitFacts,
  window,
  type SheetStory,
} from '@jwxt/commands/score/score-sheet.fixture.ts';
import { makeupItems, setUpReassessmentDecider } from '@jwxt/commands/score/set-up/reassessment-setup.ts';
import { rollbackDecider } from '@jwxt/commands/score/settings/sheet-rollback.ts';
import { approveDecider } from '@jwxt/commands/score/settings/sheet-settings.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '@jwxt/commands/score/shared/attempts.decider.ts';
import { grantDecider } from '@jwxt/commands/score/shared/granted-remark.ts';
import { publishedValue } from '@jwxt/commands/score/shared/published-value.ts';
import { attemptOf } from '@jwxt/commands/score/submission/sheet-attempts.ts';
import { submitDecider } from '@jwxt/commands/score/submission/sheet-submit.ts';
import { following, upgraded } from '@jwxt/commands/student-application/kinds/upgrade-version-apply.ts';

/**
 * Sheets of one student: K1 in its semester, made up for (替代期末 or 总评) and taken again; K7, which may be
 * equivalent to it.
 */
export const sheetNames = ['regular', 'makeup', 'retake', 'other'] as const;
export type SheetName = (typeof sheetNames)[number];
/** How the make-up counts: 替代期末, 替代总评, or as a deferred exam that replaces the final one. */
export type MakeupKind = 'exam' | 'total' | 'deferred';

export type Step =
  | { does: 'enter'; sheet: SheetName; ps: number; qm: number }
  | { does: 'remark'; sheet: SheetName; remark: string }
  | { does: 'grant'; set: boolean }
  | { does: 'publish'; sheet: SheetName; ps: number; qm: number; otherContent: boolean }
  | { does: 'rollBack'; sheet: SheetName }
  | { does: 'change'; sheet: SheetName; qm: number | null; remark: string }
  | { does: 'cancel' | 'restore'; sheet: SheetName; by: string }
  | { does: 'giveBonus'; sheet: SheetName; by: string; points: number }
  | { does: 'takeBonus'; sheet: SheetName; by: string }
  | { does: 'recognise' | 'upgrade'; sheet: SheetName }
  | { does: 'revokeRecognition' | 'revokeUpgrade' };

const ME = 'S1';
const me = studentRefs[0]!;
/** The course that a recognition of K1 counts as, and the one that K1 became. */
export const RECOGNISED_AS = 'K9';
export const UPGRADED_TO = 'K8';
const facts = {
  regular: about,
  makeup: { ...about, teachingClassId: 'G1', scoreType: '2' },
  retake: { ...about, teachingClassId: 'R1', scoreType: '4', semesterId: '2026-2027-2' },
  other: {
    ...about,
    teachingClassId: 'TC7',
    courseId: 'K7',
    courseNum: 'NK7',
    courseName: '高等数学（甲）',
    courseCredit: 35,
  },
} as const;
/** The attempt that a sheet makes for the student. */
export const attemptIdOf = (sheet: SheetName): string => sheetAttemptId(facts[sheet], ME);
const courseOf = (sheet: SheetName): string => facts[sheet].courseId;

function rulesOf(sheet: SheetName, kind: MakeupKind): SheetRules {
  if (sheet === 'retake') return { ...rules, retake: { makeupAndDelayTemplateValue: null, cap: 7500, students: {} } };
  if (sheet !== 'makeup') return rules;
  const option = kind === 'total' ? '0' : '1';
  const listed = { makeupType: kind === 'deferred' ? '3' : '1', originAttemptId: attemptIdOf('regular') } as const;
  return {
    ...rules,
    items: makeupItems(rules, option),
    retake: {
      makeupAndDelayTemplateValue: option,
      cap: 6000,
      students: Object.fromEntries(studentRefs.map(({ studentCode }) => [studentCode, listed])),
    },
  };
}

/** What was written of the student's attempts, in the order in which it was. */
export type Told = { readonly stream: string; readonly event: AttemptsEvent };

/** The life of a student's scores: real decisions, and what follows from them as the policies have it. */
export interface Life {
  readonly sheets: Readonly<Record<SheetName, SheetStory>>;
  readonly kind: MakeupKind;
  readonly attempts: Readonly<Record<string, AttemptsState>>;
  readonly told: readonly Told[];
  /** Attempts that another application uses: recognised or upgraded from them. */
  readonly recognised: string | null;
  readonly upgrade: StudentApplicationRequest | null;
  readonly number: number;
  /** Content that was approved although another one had been shown. */
  readonly misled: readonly string[];
}

export function beginLife(kind: MakeupKind): Life {
  const sheetOf = (sheet: SheetName): SheetStory =>
    sheetStory().given(
      setUpReassessmentDecider,
      {},
      { about: facts[sheet], rules: rulesOf(sheet, kind), window, rows: [] },
      'office1',
    );
  return {
    sheets: {
      regular: sheetOf('regular'),
      makeup: sheetOf('makeup'),
      retake: sheetOf('retake'),
      other: sheetOf('other'),
    },
    kind,
    attempts: {},
    told: [],
    recognised: null,
    upgrade: null,
    number: 0,
    misled: [],
  };
}

/** Takes a step; what is refused changes nothing. */
export function live(life: Life, step: Step): Life {
  const next = { ...life, number: life.number + 1 };
  switch (step.does) {
    case 'enter':
      return entered(next, step.sheet, step.ps, step.qm);
    case 'remark':
      return remarked(next, step.sheet, step.remark);
    case 'grant':
      return onSheet(
        next,
        'regular',
        grantDecider,
        {
          teachingClassId: about.teachingClassId,
          courseName: about.courseName,
          studentCode: ME,
          remark: '01',
          set: step.set,
          reason: '病假',
        },
        { students: saveFacts().students },
      );
    case 'publish':
      return published(entered(next, step.sheet, step.ps, step.qm), step.sheet, step.otherContent);
    case 'rollBack':
      return onSheet(
        next,
        step.sheet,
        rollbackDecider,
        { reason: '录错', byName: '李老师', application: null },
        undefined,
      );
    case 'change':
      return changed(next, step);
    case 'cancel':
    case 'restore':
    case 'takeBonus':
    case 'giveBonus': {
      const { does, sheet, by } = step;
      const command = {
        attemptId: attemptIdOf(sheet),
        student: me,
        courseId: courseOf(sheet),
        applyId: by,
        reason: '申请',
      };
      return onAttempts(
        next,
        courseOf(sheet),
        does === 'giveBonus' ? { type: does, ...command, points: step.points } : { type: does, ...command },
      );
    }
    case 'recognise':
      return recognised(next, step.sheet);
    case 'revokeRecognition':
      return next.recognised === null
        ? next
        : {
            ...onAttempts(next, RECOGNISED_AS, {
              type: 'withdraw',
              attemptId: 'recognised',
              student: me,
              courseId: RECOGNISED_AS,
              reason: '认定撤销',
            }),
            recognised: null,
          };
    case 'upgrade':
      return upgradedFrom(next, step.sheet);
    case 'revokeUpgrade':
      return next.upgrade === null
        ? next
        : {
            ...onAttempts({ ...next, upgrade: null }, UPGRADED_TO, {
              ...following(next.upgrade, undefined, stateAt(next, UPGRADED_TO), '课程升版撤销'),
            }),
          };
  }
}

/** The student's attempts at a course. */
export const stateAt = ({ attempts }: Life, courseId: string): AttemptsState => attempts[courseId] ?? noAttempts;

function onSheet<C, F>(
  life: Life,
  sheet: SheetName,
  decider: SheetDecider<C, F>,
  command: C,
  given: F,
  userName = 'office1',
): Life {
  const story = life.sheets[sheet];
  if (story.when(decider, command, given).refused) return life;
  const after = story.given(decider, command, given, userName);
  const news = after.events.slice(story.events.length);
  return news.reduce((now, event) => follow(now, sheet, event), {
    ...life,
    sheets: { ...life.sheets, [sheet]: after },
  });
}

/** What the policies make of an event of a sheet: `recordAttempts`, `reviseMakeups` and the effect of a change. */
function follow(life: Life, sheet: SheetName, event: ScoreSheetEvent): Life {
  const { courseId } = facts[sheet];
  const attemptId = attemptIdOf(sheet);
  switch (event.type) {
    case 'ScoresApproved': {
      const { rows, rules: sheetRules, figures: _figures, hash: _hash, round: _round, applyId, ...of } = event.data;
      const mine = rows.find(({ studentCode }) => studentCode === ME);
      return mine
        ? onAttempts(life, courseId, { type: 'record', attempt: attemptOf(of, sheetRules, mine, applyId) })
        : life;
    }
    case 'ScoresRolledBack':
      return onAttempts(life, courseId, {
        type: 'withdraw',
        attemptId,
        student: me,
        courseId,
        reason: event.data.reason,
      });
    case 'ScoreChangeApplied':
    case 'RetakeOriginChanged': {
      const { state } = life.sheets[sheet];
      if (state.status !== '4') return life;
      return onAttempts(life, courseId, {
        type: 'revise',
        revision: { attemptId, ...me, courseId, applyId: 'C1', reason: '更改', after: publishedValue(state, ME) },
      });
    }
    default:
      return life;
  }
}

function onAttempts(life: Life, courseId: string, command: AttemptsCommand, request?: RecognitionRequest): Life {
  const before = stateAt(life, courseId);
  const decided = attemptsDecider.decide(before, command, request ? { request } : noFacts);
  if (isRefused(decided) || decided.length === 0) return life;
  const state = decided.reduce((now, event) => evolveAttempts(now, event), before);
  const stream = attemptsStream(ME, courseId);
  const after = {
    ...life,
    attempts: { ...life.attempts, [courseId]: state },
    told: [...life.told, ...decided.map((event) => ({ stream, event }))],
  };
  return courseId === about.courseId ? followedByList(followedByUpgrade(after)) : after;
}

/** `followUpgraded`. */
function followedByUpgrade(life: Life): Life {
  const { upgrade } = life;
  if (!upgrade) return life;
  const old = stateAt(life, about.courseId).attempts.find(
    ({ attemptId, passed }) => attemptId === upgrade.facts['attemptId'] && passed,
  );
  return onAttempts(life, UPGRADED_TO, following(upgrade, old, stateAt(life, UPGRADED_TO), '随原课程'));
}

/** `followOrigins`, of the student on the make-up list. */
function followedByList(life: Life): Life {
  const elsewhere = stateAt(life, about.courseId).attempts.filter(({ teachingClassId }) => teachingClassId !== 'G1');
  const listed = {
    studentCode: ME,
    originTeachingClassId: about.teachingClassId,
    originRemarkCode: '00',
    originFinal: 5000,
    originCells: {},
  };
  const standing = standingOf(listed, life.sheets.regular.state, elsewhere, standardRemarkSettings);
  return onSheet(life, 'makeup', followOriginDecider, {}, { student: me, standing, isFree: true }, 'system');
}

/** Every student of the class has the same items; those that nobody may type stay. */
function entered(life: Life, sheet: SheetName, ps: number, qm: number): Life {
  const { state, revision } = life.sheets[sheet];
  if (state.status === '0') return life;
  const value: Record<string, number> = { ps, qm, bk: qm };
  const open = state.rules.items.filter(({ enable }) => enable === 'true');
  const rows = studentRefs.map(({ studentCode }) => ({
    studentCode,
    items: Object.fromEntries(open.map(({ dataKey }) => [dataKey, String(value[dataKey])])),
    revision,
  }));
  return onSheet(life, sheet, saveDecider, { rows }, saveFacts(), 'teacher1');
}

function remarked(life: Life, sheet: SheetName, remark: string): Life {
  const { revision } = life.sheets[sheet];
  const row = { studentCode: ME, items: {}, scoreRemarkCode: remark, revision };
  const typed = onSheet(life, sheet, saveDecider, { rows: [row] }, saveFacts(), 'teacher1');
  return onSheet(
    typed,
    sheet,
    registerRemarkDecider,
    { studentCodes: [ME], scoreRemarkCode: remark, revision: typed.sheets[sheet].revision, reason: '决定' },
    { userName: 'office1', students: saveFacts().students, granted: new Map(), remarks: standardRemarkSettings },
  );
}

/** Hands in and approves. Who was shown other content cannot approve. */
function published(life: Life, sheet: SheetName, otherContent: boolean): Life {
  const { revision } = life.sheets[sheet];
  const given = { ...submitFacts(), newApplyId: `A${life.number}` };
  const submitted = onSheet(life, sheet, submitDecider, { revision }, given, 'teacher1');
  const { state } = submitted.sheets[sheet];
  if (state.status !== '3') return submitted;
  const { applyId, round, hash } = state.submission;
  const approve = (from: Life, contentHash: string) =>
    onSheet(from, sheet, approveDecider, { applyId, round, contentHash }, undefined, 'system');
  const misled = otherContent && approve(submitted, `${hash}0`) !== submitted ? [applyId] : [];
  return { ...approve(submitted, hash), misled: [...life.misled, ...misled] };
}

function changed(life: Life, { sheet, qm, remark }: Extract<Step, { does: 'change' }>): Life {
  const { state } = life.sheets[sheet];
  if (state.status !== '4') return life;
  const row = state.rows[ME];
  const key = state.rules.items.find(({ isExamItem }) => isExamItem)?.dataKey ?? 'qm';
  const before = cellText(cellValues(row)[key] ?? null);
  const asked = {
    studentCode: ME,
    items: qm === null ? {} : { [key]: { before, after: String(qm) } },
    scoreRemarkCode: { before: remarkOf(row), after: remark },
  };
  const applyId = `C${life.number}`;
  const given = changeFacts('teacher1', { newApplyId: applyId });
  const held = onSheet(life, sheet, reserveChangeDecider, { reason: '更正', rows: [asked], onBehalf: true }, given);
  const sheetThen = held.sheets[sheet].state as PublishedSheet;
  const request = sheetThen.openChanges.find((change) => change.applyId === applyId)?.request;
  return request ? onSheet(held, sheet, applyChangeDecider, request, undefined, 'system') : held;
}

/** A passed score of K1 that nothing else uses counts as K9. */
function usable(life: Life, sheet: SheetName) {
  const attemptId = attemptIdOf(sheet);
  const isUsed = life.recognised === attemptId || life.upgrade?.facts['attemptId'] === attemptId;
  return courseOf(sheet) !== about.courseId || isUsed
    ? undefined
    : stateAt(life, about.courseId).attempts.find((attempt) => attempt.attemptId === attemptId && attempt.passed);
}

function recognised(life: Life, sheet: SheetName): Life {
  const source = usable(life, sheet);
  if (!source || life.recognised !== null) return life;
  const applyId = `R${life.number}`;
  const request = {
    applyId,
    studentCode: ME,
    relateList: [
      {
        outSideList: [{ attemptId: source.attemptId, outCourseId: source.courseId }],
        inSideList: [{ courseId: RECOGNISED_AS, courseName: '数学分析' }],
      },
    ],
    application: {
      applyTime: '2026-12-01T00:00:00.000Z',
      applicant: { name: '教务员' },
      process: { processName: '认定' },
    },
  } as unknown as RecognitionRequest;
  const reserved = onAttempts(life, RECOGNISED_AS, { type: 'reserve', courseId: RECOGNISED_AS }, request);
  if (reserved === life) return life;
  const attempt = {
    ...source,
    attemptId: 'recognised',
    courseId: RECOGNISED_AS,
    courseCredit: 20,
    final: 8800,
    finalName: '88.00',
    scoreRemarkCode: '00',
    passed: true,
    source: '3',
    examNature: '16',
    teachingClassId: null,
    scoreType: null,
    applyId,
    replaces: undefined,
  };
  const { withoutBonus: _known, rawFinal: _cap, replaces: _none, ...recorded } = attempt;
  return {
    ...onAttempts(reserved, RECOGNISED_AS, { type: 'record', attempt: recorded }),
    recognised: source.attemptId,
  };
}

function upgradedFrom(life: Life, sheet: SheetName): Life {
  const old = usable(life, sheet);
  if (!old || life.upgrade !== null) return life;
  const request = {
    applyId: `U${life.number}`,
    ...me,
    facts: {
      attemptId: old.attemptId,
      oldCourseId: old.courseId,
      newCourseId: UPGRADED_TO,
      courseNum: 'NK8',
      courseName: '高等数学Ⅱ',
      courseCredit: '30',
      openDepartmentId: '101',
    },
  } as unknown as StudentApplicationRequest;
  return {
    ...onAttempts(life, UPGRADED_TO, { type: 'record', attempt: upgraded(request, old) }),
    upgrade: request,
  };
}

/** The values by which the student's row of a published sheet counts; undefined while it is not published. */
export function publishedRow({ sheets }: Life, sheet: SheetName) {
  const { state } = sheets[sheet];
  if (state.status !== '4') return undefined;
  const cells: Record<string, CellValue> = cellValues(state.rows[ME]);
  return { cells, remark: remarkOf(state.rows[ME]) };
}
