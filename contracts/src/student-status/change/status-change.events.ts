import { z } from 'zod';
import { applicationDraft } from '../../approval/application.events.ts';
import { defineBusinessRequest } from '../../approval/business-request.ts';
import type { EventOfStream } from '../../kernel/stream.ts';
import { STATUS_CHANGE_FILES } from './status-change.vocabulary.ts';
import { personal } from '../../kernel/personal.ts';

/** A student as far as changes are about it, with the names of that moment. Codes: XTGL_XSDQZT, XTGL_XSLB. */
export const studentStanding = z.object({
  status: z.string(),
  statusName: z.string(),
  bjdm: z.string(),
  className: z.string(),
  njzydm: z.string(),
  gradeMajorName: z.string(),
  departmentId: z.string(),
  departmentName: z.string(),
  studentType: z.string(),
  /** Length of the programme, in tenths of years. */
  xz: z.number().int(),
});
export type StudentStanding = z.output<typeof studentStanding>;

/** What is asked for: a change of a student's status, and how he stands (STUDENT-STATUS-16). Days: YYYY-MM-DD. */
export const statusChangeRequest = z.object({
  applyId: z.string(),
  studentCode: z.string(),
  studentNumber: personal(z.string(), 'student'),
  studentName: personal(z.string(), 'student'),
  changeType: z.string(),
  changeTypeName: z.string(),
  changeReason: z.string(),
  changeReasonName: z.string(),
  reasonText: personal(z.string(), 'about'),
  effectiveDate: z.string(),
  endDate: z.string().nullable(),
  targetSchool: z.string().nullable(),
  before: studentStanding,
  after: studentStanding,
  /** Whether the student is there afterwards. */
  inSchoolAfter: z.boolean(),
  /** What of it the change says; the rest stays as it is by then. */
  changes: z.array(z.enum(['status', 'class', 'studentType'])),
  application: applicationDraft,
});
export type StatusChangeRequest = z.output<typeof statusChangeRequest>;

/** Applications for changes of status (XJYDSQ). Passed, they wait for the office to implement them. */
export const statusChangeRequests = defineBusinessRequest({
  name: 'StatusChange',
  prefix: 'statusChange-',
  processNo: 'XJYDSQ',
  businessTable: STATUS_CHANGE_FILES,
  request: statusChangeRequest,
});
export type StatusChangeEvent = EventOfStream<typeof statusChangeRequests.streams>;
