/** Roles (PERM-10) with what each may do and see: the defaults of domain model §4, as far as this version has operations for them. */

export const roles = [
  { jsbh: '01', jsmc: '系统管理员', jslx: 'casual' },
  { jsbh: '02', jsmc: '教务处管理员', jslx: 'teacher' },
  { jsbh: '03', jsmc: '院系教务员', jslx: 'teacher' },
  { jsbh: '04', jsmc: '院系审核人', jslx: 'teacher' },
  { jsbh: '05', jsmc: '教务处审核人', jslx: 'teacher' },
  { jsbh: '06', jsmc: '任课教师', jslx: 'teacher' },
  { jsbh: '07', jsmc: '审计员', jslx: 'casual' },
  { jsbh: '08', jsmc: '学生', jslx: 'student' },
] as const;

type RoleCode = (typeof roles)[number]['jsbh'];

const approvalCentre = ['systemApprove:query'];
const scoreDetails = ['scoreEntry:detail', 'scoreChange:query', 'scoreChangeAudit:detail'];
const recognitionDetails = ['systemScoreCognizance:query', 'systemScoreCognizanceAudit:detail'];
const replay = ['scoreLog:query', 'processInstanceQuery:query'];

/** Permission codes of each role. The administrator (01) sees no score: separation of duties. */
export const permissionsOfRole: Record<RoleCode, readonly string[]> = {
  '01': [...approvalCentre, 'readModel:query', 'readModel:rebuild', 'systemMonitor:query', 'processSetting:query', 'processSetting:publish', 'scoreStatistics:query'],
  '02': [
    ...approvalCentre, 'system:approve', ...scoreDetails, ...recognitionDetails, ...replay, 'scoreLog:exportExcel', 'studentInfo:query',
    'processSetting:query', 'processSetting:publish', 'scoreStatistics:query',
  ],
  '03': [...approvalCentre, 'system:approve', ...scoreDetails, ...recognitionDetails, 'systemScoreCognizance:apply', 'studentInfo:query', ...replay, 'processSetting:query', 'scoreStatistics:query'],
  '04': [...approvalCentre, 'system:approve', ...scoreDetails, ...recognitionDetails, ...replay, 'studentInfo:query', 'scoreStatistics:query'],
  '05': [...approvalCentre, 'system:approve', ...scoreDetails, ...recognitionDetails, ...replay, 'scoreLog:exportExcel', 'studentInfo:query', 'processSetting:query', 'scoreStatistics:query'],
  '06': [...approvalCentre, 'scoreEntry:query', 'scoreEntry:detail', 'scoreEntry:save', 'scoreEntry:submit', 'scoreChange:query', 'scoreChange:apply', 'scoreChangeAudit:detail'],
  '07': [...approvalCentre, ...scoreDetails, ...recognitionDetails, ...replay, 'scoreLog:exportExcel', 'processSetting:query', 'readModel:query', 'scoreStatistics:query'],
  '08': [],
};

export const rolePermissions = Object.entries(permissionsOfRole).flatMap(([jsbh, codes]) => codes.map((qxbh) => ({ jsbh, qxbh })));

/** Data scopes that restrict; a missing dimension does not. */
export const roleScopes = [
  { jsbh: '03', sjqxbh: 'DW', fwz: '$DW' },
  { jsbh: '04', sjqxbh: 'DW', fwz: '$DW' },
  { jsbh: '06', sjqxbh: 'DW', fwz: '$SELF' },
  { jsbh: '08', sjqxbh: 'DW', fwz: '$SELF' },
];
