import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import type { EventOfStream } from '../kernel/stream.ts';
import { defineUpcaster } from '../kernel/upcast.ts';
import { applicationDraft } from './application.events.ts';
import { defineBusinessRequest } from './business-request.ts';
import { personal } from '../kernel/personal.ts';

/** One information-change confirmation row, with the specification's names (APPROVAL-85). */
export const infoChange = z.object({
  id: z.string(),
  applyId: z.string(),
  updateField: z.string(),
  /** Wire name of the field of the student; which ones there are is not the event's to say. */
  updateFieldCode: z.string(),
  updateInfo: z.string(),
  preUpdateFieldValue: personal(z.string(), 'about'),
  updateFieldValue: personal(z.string(), 'about'),
  isEffective: z.enum(['0', '1']),
});
export type InfoChange = z.output<typeof infoChange>;

/** Everything a check asks for. */
export const infoCheckRequest = z.object({
  applyId: z.string(),
  studentCode: z.string(),
  studentNumber: personal(z.string(), 'student'),
  studentName: personal(z.string(), 'student'),
  departmentId: z.string(),
  /** The window in which it was asked for; null: outside of any, by staff. */
  checkTimeId: z.string().nullable(),
  /** What its evidence is attached to; null: there is none. */
  fileId: z.string().nullable(),
  rows: z.array(infoChange).min(1),
  application: applicationDraft,
});
export type InfoCheckRequest = z.output<typeof infoCheckRequest>;

/** Fields had other names, and there were no windows. */
const formerNames: Readonly<Record<string, string>> = { xmpy: 'namePinyin', xbm: 'sexCode' };
type RequestV1 = Omit<InfoCheckRequest, 'checkTimeId' | 'fileId'>;
const withoutWindow = defineUpcaster<RequestV1>()({
  from: 'InfoCheckRequested@1',
  to: ['InfoCheckRequested@2'],
  lift: (data) => [
    {
      as: 'InfoCheckRequested@2',
      data: {
        ...data,
        checkTimeId: null,
        fileId: null,
        rows: data.rows.map((row) => ({
          ...row,
          updateFieldCode: formerNames[row.updateFieldCode] ?? row.updateFieldCode,
        })),
      },
    },
  ],
});

/** An approver decided whether one row is to take effect (APPROVAL-88). */
const infoChangeToggled = defineEvent(
  'InfoChangeToggled',
  1,
  z.object({ applyId: z.string(), id: z.string(), isEffective: z.enum(['0', '1']) }),
);

/** It was back with its applicant when another check of the student was begun: it does not go on. */
const infoCheckReplaced = defineEvent('InfoCheckReplaced', 1, z.object({ applyId: z.string(), byApplyId: z.string() }));

/** What student-information checks ask for (APPROVAL-85). */
export const infoCheck = defineBusinessRequest({
  name: 'InfoCheck',
  prefix: 'infoCheck-',
  processNo: 'XSXXHD',
  businessTable: 'T_XJGL_XSXXHD',
  request: infoCheckRequest,
  requested: { version: 2, upcasters: [withoutWindow] },
  more: {
    events: [infoChangeToggled, infoCheckReplaced],
    evolve: {
      InfoChangeToggled: ({ request, ...state }, { id, isEffective }) => ({
        ...state,
        request: {
          ...request,
          rows: request.rows.map((row) => (row.id === id ? { ...row, isEffective } : row)),
        },
      }),
      InfoCheckReplaced: (state) => ({ ...state, status: 'replaced' }),
    },
  },
});
export type InfoCheckEvent = EventOfStream<typeof infoCheck.streams>;
