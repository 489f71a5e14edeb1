/** Grounds on which a person is erased (个人信息保护法 第四十七条). */
export const erasureBasis = {
  purposeEnded: '1',
  retentionOver: '2',
  consentWithdrawn: '3',
  unlawful: '4',
  byLaw: '5',
} as const;
export const erasureBasisNames = {
  [erasureBasis.purposeEnded]: '处理目的已实现或不再必要',
  [erasureBasis.retentionOver]: '保存期限已届满',
  [erasureBasis.consentWithdrawn]: '个人撤回同意',
  [erasureBasis.unlawful]: '违反法律、行政法规或约定处理',
  [erasureBasis.byLaw]: '法律、行政法规规定的其他情形',
} as const;
export type ErasureBasis = keyof typeof erasureBasisNames;

/** What stays when a person is erased, and why, as the preview and the proof tell it. */
export const staysAfterErasure = [
  '成绩、学分、排名、学籍状态、任课等教学记录：只按代码保存，不再含姓名和学号、工号',
  '所有人数、合计、平均分、内容摘要：不变',
  '启用加密之前写入事件的姓名和文字：以明文保存在历史记录中，不在删除之列',
  '教职工办理业务时提交的附件；开课、调课等申请的标题和内容，以及其他没有编号可对应的姓名',
  '同一申请涉及多名学生时的说明文字：不单独属于任何一人',
  '已经发出的通知和已经导出、打印的文件',
] as const;

/** What a person is to the school; each has a key of that name (decision 093). */
export const personKind = { student: 'student', teacher: 'teacher', account: 'account' } as const;
/** Who a person is in history: a student by `studentCode`, staff by `gh`, others by their account. */
export interface PersonKey {
  readonly kind: PersonKind;
  readonly code: string;
}
export type PersonKind = (typeof personKind)[keyof typeof personKind];
export const personKindNames: Readonly<Record<PersonKind, string>> = {
  [personKind.student]: '学生',
  [personKind.teacher]: '教职工',
  [personKind.account]: '其他账号',
};
