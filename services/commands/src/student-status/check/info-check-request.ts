import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { infoCheck, type InfoChange, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { student as studentInfo } from '@jwxt/contracts/base-info/person.resource.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  changeErrors,
  checkedFields,
  isCheckedField,
  type ProposedChange,
} from '@jwxt/contracts/student-status/check/checked-fields.ts';
import type { applyForInfoCheck } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { findInfoCheckWindow } from '@jwxt/infra/runtime/info-check-window.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';

type Form = z.output<typeof applyForInfoCheck.payload>;

interface StudentRow {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentId: string;
  /** By wire name of the student's resource. */
  readonly values: WireRow;
}

/** Everything that a check asks for, or why it cannot be asked: of a student himself, only within a window. */
export async function infoCheckRequestOf(
  { studentId, fileId, changes }: Form,
  { turn, files }: { readonly turn: Turn; readonly files: readonly AttachedFile[] },
  context: CommandContext,
  services: CommandServices,
): Promise<InfoCheckRequest | Refused> {
  const { actor } = context;
  const { applyId } = turn;
  const student = await loadStudent(services.pool, studentId);
  if (!student) return refuse('RECOGNITION_NO_STUDENT');
  if (actor.studentCode !== null && actor.studentCode !== student.studentCode) return refuse('OUT_OF_SCOPE');
  const checkTimeId = actor.studentCode === null ? null : await withinWindow(changes, files, context, services);
  if (isRefused(checkTimeId)) return checkTimeId;
  const rows: InfoChange[] = [];
  for (const { updateFieldCode, updateFieldValue, updateInfo } of changes) {
    const { label } = checkedFields[updateFieldCode];
    const preUpdateFieldValue = textIn(student.values[updateFieldCode]);
    if (rows.some((row) => row.updateFieldCode === updateFieldCode))
      return refuse('INFO_CHECK_TWICE', { field: label });
    if (preUpdateFieldValue === updateFieldValue) return refuse('INFO_CHECK_SAME', { field: label });
    rows.push({
      id: `${applyId}:${updateFieldCode}`,
      applyId,
      updateField: label,
      updateFieldCode,
      updateInfo,
      preUpdateFieldValue,
      updateFieldValue,
      isEffective: yesNo.yes,
    });
  }
  const fieldErrors = [...changeErrors(student.values, changes), ...(await taken(services.pool, student, changes))];
  if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
  const { studentCode, studentNumber, studentName, departmentId } = student;
  const application = await draftRequest(infoCheck, turn, context, services, {
    units: { XSDW: departmentId },
    figures: { keyField: changes.some(({ updateFieldCode }) => checkedFields[updateFieldCode].key) },
    content: {
      title: `${studentWithNumber(student)}：变更${rows.map((row) => row.updateField).join('、')}`,
      pieces: [
        { label: '学生', value: studentWithNumber(student) },
        { label: '字段数', value: String(rows.length) },
        { label: '变更项', value: await inWords(services.pool, rows) },
      ],
      differences: [],
      ...(files.length === 0 ? {} : { files: [...files] }),
    },
    business: rows,
  });
  if (isRefused(application)) return application;
  return {
    applyId,
    studentCode,
    studentNumber,
    studentName,
    departmentId,
    checkTimeId,
    fileId: files.length === 0 ? null : (fileId ?? null),
    rows,
    application,
  };
}

/** The window in which a student asks, which names the fields and those that take evidence. */
async function withinWindow(
  changes: readonly ProposedChange[],
  files: readonly AttachedFile[],
  { actor: { studentCode }, time }: CommandContext,
  { pool }: CommandServices,
): Promise<string | Refused> {
  const open = await findInfoCheckWindow(pool, studentCode ?? '', time);
  if (open?.open !== true) return refuse('INFO_CHECK_NO_TIME');
  const closed = changes.findIndex(({ updateFieldCode }) => !open.editableFields.includes(updateFieldCode));
  const [refused] = closed < 0 ? [] : changes.slice(closed);
  if (refused)
    return refuseField(
      'INFO_CHECK_FIELD_CLOSED',
      { field: checkedFields[refused.updateFieldCode].label },
      `changes.${String(closed)}.updateFieldValue`,
    );
  const proved = changes.filter(({ updateFieldCode: name }) => checkedFields[name].key || open.mustFile.includes(name));
  return proved.length > 0 && files.length === 0
    ? refuseField(
        'INFO_CHECK_NEEDS_FILE',
        { fields: proved.map(({ updateFieldCode }) => checkedFields[updateFieldCode].label).join('、') },
        'fileId',
      )
    : open.checkTimeId;
}

/** Numbers of which no two students have the same. */
const numbers = ['idNumber', 'examineeNumber'] as const;

async function taken(db: Queryable, { studentCode }: StudentRow, changes: readonly ProposedChange[]) {
  const errors: { field: string; message: string }[] = [];
  for (const [index, { updateFieldCode: name, updateFieldValue: value }] of changes.entries()) {
    if (!numbers.some((number) => number === name)) continue;
    const { rowCount } = await db.query(
      `select from base.student where student_code <> $1 and ${checkedFields[name].column} = $2 limit 1`,
      [studentCode, value],
    );
    if (rowCount === 1)
      errors.push({
        field: `changes.${String(index)}.updateFieldValue`,
        message: `该${checkedFields[name].label}已属于其他学生，请核对`,
      });
  }
  return errors;
}

/** The changes as all read them who may see the application: codes by their names, personal values not at all. */
async function inWords(db: Queryable, changes: readonly InfoChange[]): Promise<string> {
  const codes = changes.flatMap(({ updateFieldCode: name, preUpdateFieldValue, updateFieldValue }) => {
    const dictionary = isCheckedField(name) ? checkedFields[name].dictionary : null;
    return dictionary === null ? [] : [preUpdateFieldValue, updateFieldValue].map((code) => ({ dictionary, code }));
  });
  const { rows } = await db.query<{ dmlb: string; dm: string; mc: string }>(
    `select dmlb, dm, mc from base.data_dict
      where (dmlb, dm) in (select * from unnest($1::text[], $2::text[]))`,
    [codes.map(({ dictionary }) => dictionary), codes.map(({ code }) => code)],
  );
  const names = new Map(rows.map(({ dmlb, dm, mc }) => [`${dmlb} ${dm}`, mc]));
  return changes
    .map((row) => {
      const known = isCheckedField(row.updateFieldCode) ? checkedFields[row.updateFieldCode] : undefined;
      if (known?.personal) return `${row.updateField}（${personalChange(row)}）`;
      const told = (value: string) => names.get(`${known?.dictionary ?? ''} ${value}`) ?? value;
      return `${row.updateField} ${told(row.preUpdateFieldValue) || '（空）'} → ${told(row.updateFieldValue)}`;
    })
    .join('；');
}

/** What is done to a value that only who is asked sees: whether one was there before. */
const personalChange = ({ preUpdateFieldValue, updateFieldValue }: InfoChange): string => {
  if (preUpdateFieldValue === '') return '新填';
  return updateFieldValue === '' ? '清空' : '更改';
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

async function loadStudent(db: Queryable, studentCode: string): Promise<StudentRow | undefined> {
  const { rows } = await db.query<{ row: Readonly<Record<string, unknown>> }>(
    'select to_jsonb(student) as row from base.student where student_code = $1',
    [studentCode],
  );
  const row = rows[0]?.row;
  if (!row) return undefined;
  const values = Object.fromEntries(
    Object.keys(studentInfo.fields).map((name) => [name, row[fieldColumn(studentInfo.fields, name)] ?? null]),
  );
  return {
    studentCode,
    studentNumber: textIn(row['student_number']),
    studentName: textIn(row['student_name']),
    departmentId: textIn(row['dwh']),
    values,
  };
}
