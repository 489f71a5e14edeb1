import {
  approvableStatuses,
  businessStatus,
  businessStatusNames,
  type BusinessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  checkedFieldNames,
  checkedFields,
  isCheckedField,
} from '@jwxt/contracts/student-status/check/checked-fields.ts';
import {
  applyForInfoCheck,
  confirmInfo,
  confirmOwnInfo,
  infoCheckApply,
  infoCheckForm,
} from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { INFO_CHECK_FILES } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { findInfoCheckWindow } from '@jwxt/infra/runtime/info-check-window.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { codeNames, toldInfoChanges } from '../../approval/shared/info-change-words.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { logLook } from '../../kernel/look-log.ts';
import { maskedValue } from '../../kernel/masked-value.ts';
import { mayDo } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import type { FileAccess } from '../../kernel/services.ts';
import { infoChecksOf, seesEvidence, studentInReach } from './info-check.read.ts';

/** The data of a student as it stands in the form; personal values `whole`, or in masks. */
async function valuesOf(row: Readonly<Record<string, unknown>>, whole: boolean, { services: { db } }: SignedInCall) {
  const told = checkedFieldNames.map((field) => {
    const { column, dictionary, label, personal } = checkedFields[field];
    const value = typeof row[column] === 'string' ? row[column] : '';
    const isMasked = personal !== undefined && !whole && value !== '';
    return { field, label, dictionary, personal, isMasked, value: isMasked ? maskedValue(personal, value) : value };
  });
  const nameOf = await codeNames(
    db,
    told.flatMap(({ dictionary, value, isMasked }) =>
      dictionary === null || value === '' || isMasked ? [] : [{ dictionary, code: value }],
    ),
  );
  return told.map(({ dictionary, isMasked, ...one }) => ({
    ...one,
    text: dictionary === null || isMasked ? one.value : nameOf(dictionary, one.value),
  }));
}

/** With the applicant, who may ask once more. */
const backWith: ReadonlySet<BusinessStatus> = new Set([businessStatus.returned, businessStatus.recalled]);

/** What a student finds in the own data, and what is proposed to change (STUDENT-STATUS-21). */
export const infoCheckHandlers: readonly Handler[] = [
  handler(infoCheckForm, async ({ studentId: asked }, call) => {
    const { services, user, now } = call;
    const studentId = asked ?? user.studentCode;
    const found = studentId === null ? undefined : await studentInReach(services.db, call, studentId);
    if (studentId === null || found === undefined) throw new Refused('OUT_OF_SCOPE');
    const own = user.studentCode === studentId;
    const whole = own || mayDo(user, 'studentInfo:reveal');
    const [window, values, applications] = await Promise.all([
      own ? findInfoCheckWindow(services.db, studentId, now) : undefined,
      valuesOf(found.row, whole, call),
      infoChecksOf(services.db, studentId),
    ]);
    const fields = whole ? values.filter(({ personal, value }) => personal && value !== '') : [];
    await logLook(call, {
      resource: 'student',
      key: studentId,
      own: 'studentCode',
      fields: fields.map(({ field }) => field),
    });
    const isOpen = applications.some(({ status }) => (approvableStatuses as readonly string[]).includes(status));
    const [number, name] = [found.row['student_number'], found.row['student_name']];
    return {
      studentId,
      studentNumber: String(number),
      studentName: String(name),
      className: found.className,
      window: window
        ? {
            checkTimeId: window.checkTimeId,
            checkName: window.checkName,
            beginTime: toDateTimeText(window.beginTime),
            endTime: toDateTimeText(window.endTime),
            open: window.open,
            confirmedTime: window.confirmedAt && toDateTimeText(window.confirmedAt),
          }
        : null,
      fields: values.map(({ field, label, value, text }) => ({
        field,
        label,
        value,
        text,
        editable: !own || (window?.open === true && window.editableFields.includes(field)),
        needsFile: own && (checkedFields[field].key || (window?.mustFile.includes(field) ?? false)),
      })),
      applications: await Promise.all(
        applications.map(async ({ applyId, title, applyTime, status, currentNodeName, rows, ...one }, index) => ({
          applyId,
          title,
          applyTime: toDateTimeText(applyTime),
          approvalBusinessStatus: status,
          approvalBusinessStatusName: businessStatusNames[status],
          currentNodeName,
          rows: (await toldInfoChanges(services.db, rows, whole)).map((row) => ({
            label: row.updateField,
            before: row.preUpdateText,
            after: row.updateText,
            isEffective: row.isEffective,
          })),
          again:
            index === 0 && backWith.has(status) && one.applicantUser === user.userName
              ? {
                  fileId: one.fileId,
                  changes: rows.flatMap(({ updateFieldCode: field, updateFieldValue: value, updateInfo: info }) =>
                    isCheckedField(field) && (whole || checkedFields[field].personal === undefined)
                      ? [{ field, value, info }]
                      : [],
                  ),
                }
              : null,
        })),
      ),
      mayConfirm: own && window?.open === true && window.confirmedAt === null && !isOpen,
      mayApply: !isOpen && (!own || (window?.open === true && window.editableFields.length > 0)),
    };
  }),
  // Scope holds for writes too: only for students whom the caller could see.
  handler(infoCheckApply, async ({ commandId, ...payload }, call) => {
    if (!(await studentInReach(call.services.db, call, payload.studentId))) throw new Refused('OUT_OF_SCOPE');
    return await runCommand(applyForInfoCheck, payload, call, { commandId });
  }),
  handler(confirmInfo, ({ commandId, checkTimeId }, call) =>
    runCommand(confirmOwnInfo, { checkTimeId }, call, { commandId }),
  ),
];

/** Whoever sees the application sees its evidence. Who may apply attaches it, and until then sees their own. */
export const infoCheckFileAccess: FileAccess = {
  businessTable: INFO_CHECK_FILES,
  about: 'person',
  async reads(businessId, call) {
    if (await seesEvidence(call.services.db, await viewerOf(call), businessId)) return 'all';
    return mayDo(call.user, 'studentInformationApproval:apply') ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, 'studentInformationApproval:apply')),
};
