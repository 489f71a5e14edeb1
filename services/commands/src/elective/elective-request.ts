import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { electiveForm, figuresOf, type ElectiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import type { ElectiveState } from '@jwxt/contracts/elective/elective.state.ts';
import { COURSE_FILES, courseSourceNames, ELECTIVE_PROCESS } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { applicantOf, draftApplication, loadDraftFacts } from '../approval/shared/application-draft.ts';
import { loadUnitTree, type UnitTree } from '../approval/shared/approvers.facts.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { checkInput } from '../kernel/field-errors.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import type { ElectiveFacts } from './elective.decider.ts';
import { loadContent, withCourse, type KnownContent } from './elective.facts.ts';
import { claim, refusalOfRound } from './elective-round.ts';

/**
 * Everything an application asks for, claimed and frozen, or why it cannot be asked: the course, a code that is not in
 * use, a unit that is not the applicant's, the round (only for the first submission: what was sent back may be
 * corrected after it), a clash with another one.
 */
export async function submissionOf(
  sent: ElectiveDraft,
  { state, planId, files }: { state: ElectiveState; planId: string; files: readonly AttachedFile[] },
  { actor, time }: CommandContext,
  services: CommandServices,
): Promise<ElectiveFacts | Refused> {
  const { pool } = services;
  const known = await withCourse(pool, sent);
  if (!known) return refuseField('ELECTIVE_COURSE_GONE', 'courseCode');
  // The hours of an existing course are its own: the categories have to add up to them.
  const checked = checkInput(electiveForm, known);
  if ('fieldErrors' in checked)
    return refuse(
      'INVALID_INPUT',
      {},
      { fieldErrors: checked.fieldErrors.map(({ field, message }) => ({ field: `form.${field}`, message })) },
    );
  const form = checked.value;
  const [content, tree] = await Promise.all([loadContent(pool, form), loadUnitTree(pool)]);
  const [gone] = content.unknown;
  if (gone !== undefined) {
    const message = errorText('ELECTIVE_CHOICE_GONE');
    return refuse(
      'ELECTIVE_CHOICE_GONE',
      {},
      { fieldErrors: content.unknown.map((field) => ({ field: `form.${field}`, message })) },
    );
  }
  if (!isOwnUnit(actor.departmentId, form.departmentId, tree))
    return refuseField('ELECTIVE_DEPARTMENT', 'departmentId');
  const before = state.status === 'none' || state.status === 'deleted' ? null : state;
  if (before?.status !== 'returned') {
    const closed = await refusalOfRound(pool, form, time);
    if (closed) return closed;
  }
  const process = await loadDraftFacts(pool, ELECTIVE_PROCESS, before?.processVersion ?? undefined);
  if (!process) return refuse('APPROVAL_PROCESS_MISSING', { process: ELECTIVE_PROCESS });
  const applicant = applicantOf(actor);
  const application = draftApplication(
    {
      processNo: ELECTIVE_PROCESS,
      applyId: planId,
      round: (before?.round ?? 0) + 1,
      applyTime: time,
      applicant,
      businessId: planId,
      businessTable: COURSE_FILES,
      scoreType: null,
      teachingClassId: null,
      enteredBy: [actor.userName],
      units: { SQDW: actor.departmentId, KKDW: form.departmentId },
      figures: {},
      content: { ...contentOf(form, content), ...(files.length === 0 ? {} : { files: [...files] }) },
      business: form,
    },
    process,
  );
  if (isRefused(application)) return application;
  return (
    (await claim(services, planId, form)) ?? {
      applicant,
      form,
      shown: content.shown,
      submission: { figures: figuresOf(form), application },
    }
  );
}

function refuseField(code: 'ELECTIVE_COURSE_GONE' | 'ELECTIVE_DEPARTMENT', field: string): Refused {
  return refuse(code, {}, { fieldErrors: [{ field: `form.${field}`, message: errorText(code) }] });
}

/** A unit is the applicant's own when it is the one he belongs to, or one above or below it. */
function isOwnUnit(own: string | null, unit: string, tree: UnitTree): boolean {
  return own !== null && (lineOf(own, tree).has(unit) || lineOf(unit, tree).has(own));
}

/** A unit and those above it. */
function lineOf(unit: string, tree: UnitTree): Set<string> {
  const line = new Set<string>();
  for (let at: string | null = unit; at !== null && !line.has(at); at = tree.get(at)?.parent ?? null) line.add(at);
  return line;
}

/** Content pieces: 课程, 类别, 学分, 班数×人数 (domain-model-score §6), and what else an approver asks first. */
function contentOf(form: ElectiveDraft, { shown: { names, teacherList } }: KnownContent) {
  const size = `${form.classPlanNum}个班×${form.classSize}人`;
  const category = names['publicCourseCategory'] ?? '';
  const teachers = teacherList.map(({ xm }) => xm).join('、');
  return {
    title:
      `${names['semester'] ?? ''}开设公选课“${form.courseName}”（${category}，${form.credit}学分，${size}），` +
      `任课教师${teachers}`,
    pieces: [
      {
        label: '课程',
        value: `${form.courseName}（${form.courseBusinessCode}，${courseSourceNames[form.courseSource]}）`,
      },
      { label: '类别', value: category },
      { label: '学分', value: form.credit },
      { label: '班数×人数', value: size },
      { label: '开课学期', value: names['semester'] ?? '' },
      { label: '开课单位', value: names['departmentId'] ?? '' },
      { label: '上课校区', value: names['schoolZone'] ?? '' },
      { label: '任课教师', value: teachers },
    ],
    differences: [],
  };
}
