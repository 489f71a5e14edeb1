import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { applicationDraft } from './application.events.ts';

export const INFO_CHECK_STREAM_PREFIX = 'infoCheck-';
/** Stream of what one student-information check asks for (APPROVAL-85). */
export const infoCheckStream = (applyId: string) => `${INFO_CHECK_STREAM_PREFIX}${applyId}`;
export const INFO_CHECK_PROCESS = 'XSXXHD';
export const INFO_CHECK_TABLE = 'T_XJGL_XSXXHD';

/** Dictionary of the sex code. */
export const SEX_DICTIONARY = 'XTGL_XB';

/** Fields of a student that a check may change; key fields are also asked of the office. */
export const checkedFields = {
  studentName: { label: '姓名', key: true },
  xmpy: { label: '姓名拼音', key: false },
  xbm: { label: '性别', key: true },
} as const;
export type CheckedField = keyof typeof checkedFields;

/** One information-change confirmation row, with the specification's names (APPROVAL-85). */
export const infoChange = z.object({
  id: z.string(),
  applyId: z.string(),
  updateField: z.string(),
  updateFieldCode: z.enum(['studentName', 'xmpy', 'xbm']),
  updateInfo: z.string(),
  preUpdateFieldValue: z.string(),
  updateFieldValue: z.string(),
  isEffective: z.enum(['0', '1']),
});
export type InfoChange = z.output<typeof infoChange>;

/** Everything a check asks for. */
export const infoCheckRequest = z.object({
  applyId: z.string(),
  studentCode: z.string(),
  studentNumber: z.string(),
  studentName: z.string(),
  departmentId: z.string(),
  rows: z.array(infoChange).min(1),
  application: applicationDraft,
});
export type InfoCheckRequest = z.output<typeof infoCheckRequest>;

export const infoCheckRequested = defineEvent('InfoCheckRequested', 1, infoCheckRequest);
/** An approver decided whether one row is to take effect (APPROVAL-88). */
export const infoChangeToggled = defineEvent(
  'InfoChangeToggled',
  1,
  z.object({ applyId: z.string(), id: z.string(), isEffective: z.enum(['0', '1']) }),
);
export const infoCheckEffected = defineEvent('InfoCheckEffected', 1, z.object({ applyId: z.string() }));
export const infoCheckClosed = defineEvent(
  'InfoCheckClosed',
  1,
  z.object({
    applyId: z.string(),
    outcome: z.enum(['returned', 'notPassed', 'recalled']),
    opinion: z.string(),
  }),
);
export const infoCheckEvents = [infoCheckRequested, infoChangeToggled, infoCheckEffected, infoCheckClosed] as const;
export type InfoCheckEvent = EventOf<(typeof infoCheckEvents)[number]>;
