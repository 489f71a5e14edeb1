import { askingTypes, type AnyEvent as ProductEvent, type AskingEvent } from '@jwxt/contracts/all-events.ts';
import { isProcess, type ProcessNo } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetProcessOf } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { LoggedEvent } from './stored-events.ts';

/**
 * Effects of events in other streams, each exactly once: what was asked for is opened, what was decided takes effect.
 * Answers what is missing or too much.
 */
export function auditEffects(events: readonly LoggedEvent[]): string[] {
  const happened = new Map<string, number>();
  const wanted = new Set<string>();
  const courses = coursesOfApplications(events);
  /** The application that each attempt was last recorded by. */
  const recordedBy = new Map<string, string>();
  for (const { event } of events) {
    const happening = event as ProductEvent;
    if (happening.type === 'AttemptRecorded') recordedBy.set(happening.data.attemptId, happening.data.applyId);
    const key = effectOf(happening, recordedBy);
    if (key !== null) happened.set(key, (happened.get(key) ?? 0) + 1);
    for (const effect of effectsAskedBy(happening, courses)) wanted.add(effect);
  }
  return [
    ...[...wanted].filter((key) => !happened.has(key)).map((key) => `${key}: did not happen`),
    ...[...happened].flatMap(([key, count]) =>
      count > 1 ? [`${key}: happened ${count} times`] : wanted.has(key) ? [] : [`${key}: nothing asked for it`],
    ),
  ];
}

const opened = (applyId: string, round: number): string => `application ${applyId} in round ${round}`;
const requested = (applyId: string, round: number): string => `recognition ${applyId} in round ${round}`;
const published = (applyId: string): string => `publication by ${applyId}`;
const reopened = (applyId: string, round: number): string => `sheet back from ${applyId} in round ${round}`;
const recognised = (applyId: string): string => `recognition in force by ${applyId}`;
const changed = (applyId: string): string => `score change by ${applyId}`;
const adjusted = (applyId: string): string => `adjusted course by ${applyId}`;
const replaced = (applyId: string): string => `course replacement by ${applyId}`;
const checked = (applyId: string): string => `corrected student information by ${applyId}`;
const applied = (applyId: string): string => `what ${applyId} asked for`;
const deferred = (applyId: string): string => `deferred exam by ${applyId}`;
const recorded = (applyId: string, studentCode: string, courseId: string): string =>
  `attempt of ${studentCode} at ${courseId} by ${applyId}`;
const withdrawn = (applyId: string, attemptId: string): string => `attempt ${attemptId} by ${applyId} withdrawn`;
const inUse = (majorSchemaKey: string): string => `training scheme ${majorSchemaKey} in use`;
const inForce = (applyId: string): string => `execution plan in force by ${applyId}`;
const changedPlan = (applyId: string): string => `execution plan changed by ${applyId}`;
const streamed = (applyId: string): string => `streaming of majors passed by ${applyId}`;
const statusPassed = (applyId: string): string => `change of status ${applyId} to be implemented`;
const planned = (planId: string): string => `public elective ${planId} in force`;
const sheetProcesses = new Set<string>(Object.values(sheetProcessOf));

/** The effect that an event is. */
function effectOf(event: ProductEvent, recordedBy: ReadonlyMap<string, string>): string | null {
  switch (event.type) {
    case 'ScoresRolledBack':
      return event.data.from === '3' ? reopened(event.data.applyId, event.data.round) : null;
    case 'AttemptWithdrawn':
      return withdrawn(recordedBy.get(event.data.attemptId) ?? 'nothing', event.data.attemptId);
    case 'ElectiveEffected':
      return planned(event.data.planId);
    case 'ShuntPassed':
      return streamed(event.data.applyId);
    case 'SchemaEnabled':
      return inUse(event.data.majorSchemaKey);
    case 'GradeMajorPlanEffected':
    case 'GradeMajorPlanClashed':
      return inForce(event.data.applyId);
    case 'CourseAdjustImplemented':
    case 'CourseAdjustClashed':
      return changedPlan(event.data.applyId);
    case 'ApplicationSubmitted':
      return opened(event.data.applyId, event.data.round);
    case 'RecognitionRequested':
      return requested(event.data.applyId, event.data.application.round);
    case 'ScoresApproved':
      return published(event.data.applyId);
    case 'ScoresReopened':
      return reopened(event.data.applyId, event.data.round);
    case 'RecognitionEffected':
      return recognised(event.data.applyId);
    // Told to have found its place taken: that is its end.
    case 'AdjustCourseEffected':
    case 'AdjustCourseClashed':
      return adjusted(event.data.applyId);
    // Told that another rule stands in its way: that is its end.
    case 'CourseReplaceEffected':
    case 'CourseReplaceClashed':
      return replaced(event.data.applyId);
    case 'StatusChangeEffected':
      return statusPassed(event.data.applyId);
    case 'InfoCheckEffected':
      return checked(event.data.applyId);
    // Told to have come too late: that is its end.
    case 'DeferredExamEffected':
    case 'DeferredExamClashed':
      return deferred(event.data.applyId);
    case 'StudentApplicationEffected':
    case 'StudentApplicationClashed':
      return applied(event.data.applyId);
    case 'ScoreChangeApplied':
      return changed(event.data.applyId);
    case 'AttemptRecorded':
      return recorded(event.data.applyId, event.data.studentCode, event.data.courseId);
    default:
      return null;
  }
}

const asksForApplication = (event: ProductEvent): event is AskingEvent =>
  (askingTypes as readonly string[]).includes(event.type);

/** Types of events that ask for effects: policies follow them. */
export const typesWithEffects: ReadonlySet<string> = new Set<ProductEvent['type']>([
  ...askingTypes,
  'RecognitionReserved',
  'ApplicationPassed',
  'ApplicationReturned',
  'ApplicationNotPassed',
  'ApplicationRecalled',
  'ScoresApproved',
  'ScoresRolledBack',
  'RecognitionRevoked',
]);

/** The effects that an event asks for. */
function effectsAskedBy(event: ProductEvent, courses: RecordedCourses): string[] {
  if (asksForApplication(event)) return [opened(event.data.application.applyId, event.data.application.round)];
  switch (event.type) {
    case 'RecognitionReserved':
      return event.data.request ? [requested(event.data.applyId, event.data.request.application.round)] : [];
    case 'ApplicationPassed':
      return effectsOfPassing(event.data.processNo, event.data.applyId, courses);
    case 'ApplicationReturned':
    case 'ApplicationNotPassed':
    case 'ApplicationRecalled':
      return sheetProcesses.has(event.data.processNo) ? [reopened(event.data.applyId, event.data.round)] : [];
    case 'RecognitionRevoked': {
      const { applyId } = event.data;
      return (courses.get(applyId) ?? []).map(({ courseId }) => withdrawn(applyId, `${applyId}.${courseId}`));
    }
    // 课程升版 has taken effect: the score stands at the new course.
    case 'StudentApplicationEffected':
      return (courses.get(event.data.applyId) ?? []).map(({ studentCode, courseId }) =>
        recorded(event.data.applyId, studentCode, courseId),
      );
    case 'ScoresApproved':
      return event.data.rows.map(({ studentCode }) => recorded(event.data.applyId, studentCode, event.data.courseId));
    case 'ScoresRolledBack':
      return event.data.from === '4'
        ? event.data.students.map(({ studentCode }) =>
            withdrawn(event.data.applyId, sheetAttemptId(event.data, studentCode)),
          )
        : [];
    default:
      return [];
  }
}

type Effects = (applyId: string, courses: RecordedCourses) => string[];
const publication: Effects = (applyId) => [published(applyId)];
const recognition: Effects = (applyId, courses) => [
  recognised(applyId),
  ...(courses.get(applyId) ?? []).map(({ studentCode, courseId }) => recorded(applyId, studentCode, courseId)),
];
/** What the passing of an application asks for, by its process. */
const effectsOfProcess: Record<ProcessNo, Effects> = {
  ZKCJSP: publication,
  BHKCJSP: publication,
  CXCJSP: publication,
  XTNCJRDSH: recognition,
  XTWCJRDSH: recognition,
  XWCJRDSH: recognition,
  CJXGSP: (applyId) => [changed(applyId)],
  GXKSQ: (applyId) => [planned(applyId)],
  TTKSQ: (applyId) => [adjusted(applyId)],
  XSXXHD: (applyId) => [checked(applyId)],
  XJYDSQ: (applyId) => [statusPassed(applyId)],
  HKSQ: (applyId) => [deferred(applyId)],
  ZXSQ: (applyId) => [applied(applyId)],
  BXSQ: (applyId) => [applied(applyId)],
  KCSBSQ: (applyId) => [applied(applyId)],
  JHSSQ: (applyId) => [applied(applyId)],
  CXBM: (applyId) => [applied(applyId)],
  CJZX: (applyId) => [applied(applyId)],
  CJJFSQ: (applyId) => [applied(applyId)],
  ZYPYFA: (applyId) => [inUse(applyId)],
  NJZYSP: (applyId) => [inForce(applyId)],
  ZXJHTZ: (applyId) => [changedPlan(applyId)],
  ZYFLSP: (applyId) => [streamed(applyId)],
  ZZYSQ: (applyId) => [applied(applyId)],
  GRPYFA: (applyId) => [applied(applyId)],
  GRKCJH: (applyId) => [applied(applyId)],
  ZXBGSQ: (applyId) => [applied(applyId)],
  JCSP: (applyId) => [applied(applyId)],
  CFSP: (applyId) => [applied(applyId)],
  QJXJ: (applyId) => [applied(applyId)],
  KCTDSQ: (applyId) => [replaced(applyId)],
};

function effectsOfPassing(processNo: string, applyId: string, courses: RecordedCourses): string[] {
  const effects = isProcess(processNo) ? effectsOfProcess[processNo] : null;
  if (!effects) throw new Error(`no effect is known of an application of ${processNo}, and ${applyId} passed`);
  return effects(applyId, courses);
}

/**
 * The courses that each recognition, and each upgrade of a course, records a score at, by its application; what the
 * passing of the application does not say itself.
 */
type RecordedCourses = ReadonlyMap<string, readonly { readonly studentCode: string; readonly courseId: string }[]>;

function coursesOfApplications(events: readonly LoggedEvent[]): RecordedCourses {
  const courses = new Map<string, { studentCode: string; courseId: string }[]>();
  for (const { event } of events as readonly { event: ProductEvent }[]) {
    if (event.type === 'RecognitionRequested') {
      const { applyId, studentCode, relateList } = event.data;
      courses.set(
        applyId,
        relateList.flatMap((pair) => pair.inSideList.map(({ courseId }) => ({ studentCode, courseId }))),
      );
    } else if (event.type === 'StudentApplicationRequested') {
      const { applyId, studentCode, facts } = event.data;
      const courseId = facts['newCourseId'];
      if (courseId !== undefined) courses.set(applyId, [{ studentCode, courseId }]);
    }
  }
  return courses;
}
