import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

/* Permissions about the system itself, in groups that roles are made of: accounts, processes, files, notices. */

export const approvalCentre: readonly PermissionCode[] = ['systemApprove:query'];

/** Notices and messages that reach the person, operation guides, and the own permissions: for everybody. */
export const reading: readonly PermissionCode[] = [
  'teacherServer:notice',
  'operationGuide:query',
  'functionAuthority:permission:query',
];

/** What everybody did, as it was kept. */
export const operationLog: readonly PermissionCode[] = ['operationLog:query', 'operationLog:exportExcel'];

/** Writing notices and guides, also for chosen classes: each within the own scope. */
export const publishing: readonly PermissionCode[] = [
  'classInfo:choose',
  'noticeInfo:query',
  'noticeInfo:create',
  'noticeInfo:update',
  'noticeInfo:delete',
  'noticeInfo:publish',
  'noticeInfo:recall',
  'noticeInfo:readList',
  'operationGuide:create',
  'operationGuide:update',
  'operationGuide:delete',
  'operationGuide:publish',
  'operationGuide:recall',
  'noticeType:query',
];

/** Figures of the school on the home page, and the layout of its service tiles. */
export const schoolFigures: readonly PermissionCode[] = ['indexQuery:show'];

export const homeLayout: readonly PermissionCode[] = ['homeMemuIconManage:show', 'menu:query'];

/** The data monitor: the ball, its screen, and cleaning within the own scope. */
export const monitorReading: readonly PermissionCode[] = ['dataMonitor:query', 'dataMonitor:exportExcel'];

export const monitorCleaning: readonly PermissionCode[] = ['MonitorBall:view', ...monitorReading, 'dataMonitor:clean'];

/** Rows that are one thing twice are made one by the office alone: what hangs on them lies in many units. */
export const merging: readonly PermissionCode[] = [
  'dataClean:course',
  'dataClean:classroom',
  'dataClean:department',
  'dataClean:major',
  'dataClean:gradeMajor',
  'dataClean:classInfo',
  'dataClean:teacher',
  'dataClean:student',
];

/** Approval processes are the office's and the administrator's to set up; who audits looks and simulates. */
export const processSettings: readonly PermissionCode[] = [
  'processSetting:query',
  'processSetting:simulate',
  'processSetting:update',
  'processSetting:publish',
];

/** Their categories are kept by both as well; of the office they are among its resources. */
export const processCategories: readonly PermissionCode[] = [
  ...codesOfResource('approvalCategory'),
  ...codesOfResource('approvalCategoryDetail'),
];

/** Whether the history is as it was written: for auditors and administrators. */
export const integrity: readonly PermissionCode[] = ['integrity:query', 'integrity:verify'];

/** What the law asks of the school about persons (decision 093): copies and erasures, for the officer alone. */
export const personProtection: readonly PermissionCode[] = ['person:query', 'person:erase', 'person:export'];

export const replay: readonly PermissionCode[] = ['scoreLog:query', 'processInstanceQuery:query'];

export const runningProcesses: readonly PermissionCode[] = [
  'processInstanceQuery:exportExcel',
  'processInstanceQuery:transfer',
  'processInstanceQuery:terminate',
];

/** Tokens of programs, which do what their creator may: for who looks after the system, and for the office. */
export const programs: readonly PermissionCode[] = ['apiToken:query', 'apiToken:create', 'apiToken:revoke'];

/** What programs follow to keep a copy; each kind needs the right to read the same as a list besides. */
export const changeFeed: readonly PermissionCode[] = ['changeFeed:query'];

/**
 * The catalogue of attachments. Keepers see its entries; only the office, which sees all of that content anyway, opens
 * and removes files there.
 */
export const fileCatalogue: readonly PermissionCode[] = ['fileUploadResource:query', 'fileUploadResource:export'];

export const fileKeeping: readonly PermissionCode[] = [
  ...fileCatalogue,
  'fileUploadResource:download',
  'fileUploadResource:batchDownload',
  'fileUploadResource:delete',
];

/** Dangerous operations of others, which the administrator and the office confirm as the second person. */
export const confirming: readonly PermissionCode[] = ['secondaryAuth:query', 'secondaryAuth:approve'];

/** Handing permissions on for a time: staff see what they were handed, who keeps data hands it on. */
export const transfersOfOwn: readonly PermissionCode[] = ['secondaryAuth:queryTransfer'];

export const transferring: readonly PermissionCode[] = [
  ...transfersOfOwn,
  'secondaryAuth:create',
  'secondaryAuth:exportExcel',
];

export const transfersOfAll: readonly PermissionCode[] = [
  ...transfersOfOwn,
  'secondaryAuth:revoke',
  'secondaryAuth:exportExcel',
];

/**
 * Roles and accounts: the administrator keeps them, the office gives the roles of units within its scope, auditors
 * look.
 */
export const rolesReading: readonly PermissionCode[] = [
  'role:query',
  'role:roleMana:queryJzgListByJsbh',
  'role:roleMana:queryStuListByJsbh',
  'role:roleMana:queryCasualUserListByJsbh',
  'role:roleMana:role:detail:xs',
  'user:query',
];

export const rolesOfOffice: readonly PermissionCode[] = [
  ...rolesReading,
  'role:queryUser',
  'role:batchDeleteUserByJsbh',
  'user:setRoles',
  'user:updateUserDefaultPassword',
  'user:manualUpdatePassword',
];

export const permissionsReading: readonly PermissionCode[] = ['role:roleMana:selectRoleByJsbh', 'permission:query'];

export const rolesKeeping: readonly PermissionCode[] = [
  ...rolesOfOffice,
  ...permissionsReading,
  'role:insertRoleInfo',
  'role:updateRoleInfo',
  'role:deleteRoleByid',
  'roleMana:save',
  'permission:delete',
  'systemUser:query',
  'systemUser:detail',
  'systemUser:create',
  'systemUser:update',
  'systemUser:delete',
  'systemUser:batchDelete',
  'systemUser:resetPassword',
  'systemUser:export',
  'systemUser:syncUserInfo',
];

/** Units, which the administrator keeps as the office does: the same rows. */
export const unitsKeeping: readonly PermissionCode[] = [
  'sysDepartment:query',
  'department:detail',
  'department:create',
  'department:update',
  'department:exportExcel',
];

export const dimensionReading: readonly PermissionCode[] = ['dataDimension:query', 'studentDataDimension:query'];
