import { ADMIN_BASE, modulePath } from '../../kernel/module.vocabulary.ts';

/** Business table of the applications and of their attachments. */
export const STATUS_CHANGE_FILES = 'T_XJ_YD';

/** How far what passed has come, @SP_SSZT. */
export const implementStatus = { waiting: '0', coming: '1', done: '2', cancelled: '3' } as const;
export type ImplementStatus = (typeof implementStatus)[keyof typeof implementStatus];
export const implementStatusNames = {
  [implementStatus.waiting]: '未执行',
  [implementStatus.coming]: '待生效',
  [implementStatus.done]: '已生效',
  [implementStatus.cancelled]: '已取消',
} as const satisfies Record<ImplementStatus, string>;

/** Where changes of status are shown: to staff, and to the student himself. */
export const STATUS_CHANGES_PATH = modulePath('student', 'statusChange');
export const statusChangePath = (applyId: string): string => `${STATUS_CHANGES_PATH}/${encodeURIComponent(applyId)}`;

/** Where a change of a kind (XJ_YDLB) is begun for a student, with what is known of why. */
export const statusChangeFor = (studentCode: string, changeType: string, reasonText = ''): string =>
  `${STATUS_CHANGES_PATH}?${new URLSearchParams({
    startFor: studentCode,
    startType: changeType,
    ...(reasonText === '' ? {} : { startReason: reasonText }),
  }).toString()}`;

/** What a change does elsewhere, in the order in which it is told. */
export const effectKinds = {
  student: '学籍',
  roster: '教学班名单',
  sheet: '成绩录入',
  exam: '补缓考与重修',
  plan: '执行计划',
  signUp: '报名',
  leave: '请假',
  account: '账号',
  request: '办理中的申请',
  statistics: '统计',
} as const;
export type EffectKind = keyof typeof effectKinds;
/** Changes that students come back from, the log, and the time line of one student. */
export const RETURNING_PATH = modulePath('student', 'statusReturning');
export const STATUS_LOG_PATH = modulePath('student', 'statusLog');
export const STATUS_TIMELINE_PATH = modulePath('student', 'statusTimeline');
/** The own changes of a student; students see no page of a module (HOME-26). */
export const OWN_STATUS_CHANGES_PATH = `${ADMIN_BASE}/newHome/components/ownStatusChange`;
