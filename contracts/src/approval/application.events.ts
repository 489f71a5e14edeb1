import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { instant } from '../kernel/fields.ts';
import { widened } from '../kernel/upcast.ts';
import { personal } from '../kernel/personal.ts';

export const APPLICATION_STREAM_PREFIX = 'application-';
/** Stream of one approval instance of any process. */
export const applicationStream = (applyId: string) => `${APPLICATION_STREAM_PREFIX}${applyId}`;

/**
 * One approval node as it stood when the application was submitted; later changes of the process do not touch it (C7).
 */
export const nodeSnapshot = z.object({
  processNodeId: z.string(),
  processNodeName: z.string(),
  roleCode: z.string(),
  roleName: z.string(),
  scopeRule: z.string(),
  /** Unit whose approvers decide, `*` for the whole school. */
  scopeUnit: z.string(),
  scopeUnitName: z.string(),
  /** True when the node's condition did not hold for this content: the node is passed over, and the log says why. */
  skipped: z.boolean(),
  skipReason: z.string().nullable(),
});
export type NodeSnapshot = z.output<typeof nodeSnapshot>;

/** The process version an application runs by. Node 0, the applicant, is implied. */
export const processSnapshot = z.object({
  processNo: z.string(),
  processName: z.string(),
  processVersion: z.number().int(),
  approvalType: z.enum(['0', '1']),
  /** The applicant may take it back even after a node of his own unit decided. */
  recallAllowed: z.boolean(),
  /** An approver may hand one application to another approver of the same node; absent in old events: yes. */
  transferAllowed: z.boolean().optional(),
  /** The approver is asked whether the change holds for the whole school (APPROVAL-65). */
  needRadio: z.enum(['0', '1']).optional(),
  /** Set by processes whose content has a page of its own beside the generic detail (APPROVAL-33, 45). */
  factUseProcessCode: z.string().nullable().optional(),
  /** Whole days that a node may take before it is overdue; absent: the school's parameter SP_CBTS. */
  timeLimitDays: z.number().int().optional(),
  nodes: z.array(nodeSnapshot).min(1),
});
export type ProcessSnapshot = z.output<typeof processSnapshot>;

/** A difference between this submission and the one before, shown to the approver in red. */
export const contentDifference = z.object({
  studentNumber: z.string(),
  studentName: personal(z.string(), 'number'),
  itemName: z.string(),
  before: z.string(),
  after: z.string(),
  totalBefore: z.string(),
  totalAfter: z.string(),
});

/** A file as it was attached when the application was submitted: the approval holds for these bytes. */
export const attachedFile = z.object({
  relationalId: z.string(),
  name: z.string(),
  fileSize: z.number().int(),
  digest: z.string(),
});
export type AttachedFile = z.output<typeof attachedFile>;

/** What the approver reads and what is applied: frozen at submission, bound by `contentHash`. */
export const applicationContent = z.object({
  /** One sentence a person can decide on. */
  title: personal(z.string(), 'about'),
  pieces: z.array(z.object({ label: z.string(), value: personal(z.string(), 'about') })),
  differences: z.array(contentDifference),
  /** Attachments; absent where the process has none. */
  files: z.array(attachedFile).optional(),
  /** SHA-256 of the business content, hexadecimal. */
  contentHash: z.string(),
});

export const applicant = z.object({
  userName: z.string(),
  name: personal(z.string(), 'account'),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
});

/**
 * Everything a submission freezes; also rides in the business event that asks for it, so that the policy only copies.
 */
export const applicationDraft = z.object({
  applyId: z.string(),
  round: z.number().int().min(1),
  process: processSnapshot,
  applicant,
  applyTime: instant,
  /** Key of the business object: `<teachingClassId>.<scoreType>`, or the apply id. */
  businessId: z.string(),
  businessTable: z.string(),
  scoreType: z.string().nullable(),
  teachingClassId: z.string().nullable(),
  /** Users who entered the content; none of them may decide (domain model §4, fixed rules). */
  enteredBy: z.array(z.string()),
  content: applicationContent,
});
export type ApplicationDraft = z.output<typeof applicationDraft>;

/** The absent approver for whom a delegate decides (审批代理), and by which authorisation. */
export const represented = z.object({
  authId: z.string(),
  userName: z.string(),
  name: personal(z.string(), 'account'),
});
export type Represented = z.output<typeof represented>;

/** How an application ends, or stops, without effect for what it is about. */
export const withoutEffect = z.enum(['returned', 'notPassed', 'recalled']);

/** Told in every later event, so that a reader needs no other. */
const subject = {
  applyId: z.string(),
  processNo: z.string(),
  businessId: z.string(),
  round: z.number().int(),
};
const decision = {
  ...subject,
  processNodeId: z.string(),
  processNodeName: z.string(),
  auditPersonName: personal(z.string(), 'actor'),
  auditPersonDepartmentName: z.string().nullable(),
  /** processNodeRemark on the wire. */
  opinion: personal(z.string(), 'about'),
  /** Content that the decision was taken on. */
  contentHash: z.string(),
  /** Present when a delegate decided: the log says “B 代 A”. */
  onBehalfOf: represented.optional(),
};

export const applicationSubmitted = defineEvent('ApplicationSubmitted', 1, applicationDraft);
/** A node passed; `nextNodeId` is null when it was the last, and ApplicationPassed follows in the same append. */
export const nodePassed = defineEvent(
  'NodePassed',
  1,
  z.object({ ...decision, nextNodeId: z.string().nullable(), isAllSchool: z.enum(['0', '1']).nullable() }),
);
/**
 * One approver of a node that all must pass has passed it, and others have not yet; the last one's is NodePassed. It
 * changes nothing that the others decide on.
 */
export const nodeEndorsed = defineEvent(
  'NodeEndorsed',
  1,
  z.object({ ...decision, isAllSchool: z.enum(['0', '1']).nullable() }),
);
export const applicationPassed = defineEvent('ApplicationPassed', 1, z.object(decision));
/** `terminated`: not by an approver of the node, but by the office, wherever it waited (流程终止). */
export const applicationNotPassed = defineEvent(
  'ApplicationNotPassed',
  2,
  z.object({ ...decision, terminated: z.literal(true).optional() }),
);
/** The first version knew approvers alone. */
export const notPassedByApprover = widened('ApplicationNotPassed', 1);
/** Rejected to an earlier approval node, which decides again (status 7). */
export const applicationRejected = defineEvent(
  'ApplicationRejected',
  1,
  z.object({ ...decision, backNode: z.string(), backNodeName: z.string() }),
);
/** Rejected to the applicant (status 3): the content may be changed and submitted again as the next round. */
export const applicationReturned = defineEvent('ApplicationReturned', 1, z.object(decision));
/** Back with the applicant (status 4): taken back by him, or, with `byOffice`, by the office, which says why. */
export const applicationRecalled = defineEvent(
  'ApplicationRecalled',
  1,
  z.object({
    ...subject,
    reason: personal(z.string(), 'about').nullable(),
    byOffice: z.object({ name: personal(z.string(), 'actor'), departmentName: z.string().nullable() }).optional(),
  }),
);
/** Handed to another approver of the node it waits at, who alone decides there from now on (转办). */
export const applicationTransferred = defineEvent(
  'ApplicationTransferred',
  1,
  z.object({
    ...subject,
    processNodeId: z.string(),
    processNodeName: z.string(),
    fromName: personal(z.string(), 'actor'),
    fromDepartmentName: z.string().nullable(),
    toUser: z.string(),
    toName: personal(z.string(), { kind: 'account', field: 'toUser' }),
    toDepartmentName: z.string().nullable(),
    reason: personal(z.string(), 'about'),
  }),
);
/** The approvers of the node it waits at were asked to hurry (催办). Changes nothing that is decided on. */
export const applicationUrged = defineEvent(
  'ApplicationUrged',
  1,
  z.object({
    ...subject,
    processNodeId: z.string(),
    processNodeName: z.string(),
    capacity: z.enum(['applicant', 'office']),
    urgerName: personal(z.string(), 'actor'),
    urgerDepartmentName: z.string().nullable(),
    remark: personal(z.string(), 'about'),
  }),
);
/** It waits at a node for longer than it may; told once for each time that it comes there. Nothing changes by it. */
export const applicationOverdue = defineEvent(
  'ApplicationOverdue',
  1,
  z.object({
    ...subject,
    processNodeId: z.string(),
    processNodeName: z.string(),
    /** Since when it waits there. */
    since: instant,
    /** Whole days that it might have taken. */
    limitDays: z.number().int(),
    /** Who hears of it besides, one level up (上报); null: nobody. */
    reportedTo: z
      .object({
        /** The node whose approvers they are; null above the last one: the office. */
        processNodeId: z.string().nullable(),
        name: z.string(),
        roleCode: z.string(),
        scopeUnit: z.string(),
      })
      .nullable(),
  }),
);

export const applicationEvents = [
  applicationSubmitted,
  nodePassed,
  nodeEndorsed,
  applicationPassed,
  applicationNotPassed,
  applicationRejected,
  applicationReturned,
  applicationRecalled,
  applicationTransferred,
  applicationUrged,
  applicationOverdue,
] as const;
export type ApplicationEvent = EventOf<(typeof applicationEvents)[number]>;
/** What moves an application from one status or node to another. */
export type ApplicationMove = Exclude<
  ApplicationEvent,
  { type: 'NodeEndorsed' | 'ApplicationTransferred' | 'ApplicationUrged' | 'ApplicationOverdue' }
>;
