import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import type { EventOfStream } from '../kernel/stream.ts';
import { applicationDraft } from './application.events.ts';
import { defineBusinessRequest } from './business-request.ts';

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

/** An approver decided whether one row is to take effect (APPROVAL-88). */
const infoChangeToggled = defineEvent(
  'InfoChangeToggled',
  1,
  z.object({ applyId: z.string(), id: z.string(), isEffective: z.enum(['0', '1']) }),
);

/** What student-information checks ask for (APPROVAL-85). */
export const infoCheck = defineBusinessRequest({
  name: 'InfoCheck',
  prefix: 'infoCheck-',
  processNo: 'XSXXHD',
  businessTable: 'T_XJGL_XSXXHD',
  request: infoCheckRequest,
  more: {
    events: [infoChangeToggled],
    evolve: {
      InfoChangeToggled: ({ request, ...state }, { id, isEffective }) => ({
        ...state,
        request: {
          ...request,
          rows: request.rows.map((row) => (row.id === id ? { ...row, isEffective } : row)),
        },
      }),
    },
  },
});
export type InfoCheckEvent = EventOfStream<typeof infoCheck.streams>;
