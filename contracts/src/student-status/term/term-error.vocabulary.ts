/** Refusals about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermErrors = {
  REGISTRATION_STATUS: { status: 409, text: '学籍状态为“{status}”，不能注册' },
  REGISTRATION_DONE: { status: 409, text: '已经注册，无需重复办理' },
  REGISTRATION_ARREARS: { status: 409, text: '有欠费，缴清后或办理绿色通道后才能注册' },
  REGISTRATION_REFUSED: { status: 409, text: '已不予注册，请先取消后再办理' },
  REGISTRATION_NOTHING: { status: 409, text: '还没有办理注册，无需取消' },
  REGISTRATION_CLOSED: { status: 409, text: '不在网上注册时间内，请联系院系办理' },
  REGISTRATION_NO_STUDENT: { status: 403, text: '只有学生可以为自己注册' },
  REGISTRATION_NOBODY: { status: 409, text: '没有符合条件的学生' },
  REGISTRATION_TOO_MANY: { status: 409, text: '共 {count} 名学生，一次最多提醒 {most} 人，请按院系或年级分次办理' },
  REGISTRATION_FIRST: { status: 409, text: '{semester}还没有注册，不能选课和报名，请先办理注册' },
  BACKUP_TAKEN: { status: 409, text: '该备份日已经备份或正在备份，不能再次执行' },
  BACKUP_EARLY: { status: 409, text: '备份日期 {day} 还没有到，不能备份' },
  BACKUP_NOT_TAKEN: { status: 409, text: '该备份日还没有备份' },
  FIGURES_TOO_WIDE: { status: 409, text: '统计结果有 {count} 行（或列），请减少统计项目或缩小范围' },
} as const;
