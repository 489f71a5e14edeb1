import { processNames, type ProcessNo } from '@jwxt/contracts/approval/approval.vocabulary.ts';

/** Categories of approval processes that every school starts with (SYSADMIN-08). */
export const approvalCategoryRows = [
  { categoryId: 'cj', categoryName: '成绩', moduleId: 'scoreManage', sortNum: 1 },
  { categoryId: 'fa', categoryName: '方案', moduleId: 'schemeManage', sortNum: 2 },
  { categoryId: 'xj', categoryName: '学籍', moduleId: 'student', sortNum: 3 },
  { categoryId: 'kk', categoryName: '开课', moduleId: 'openCourseTask', sortNum: 4 },
  { categoryId: 'rd', categoryName: '认定', moduleId: 'scoreManage', sortNum: 5 },
] as const;

type Category = (typeof approvalCategoryRows)[number]['categoryId'];
const sheet = { categoryId: 'cj', businessTable: 'T_CJGL_CJLR' } as const;
const recognition = { categoryId: 'rd', businessTable: 'T_CJGL_XTWCJRD' } as const;

/** Of which category each process is, and the business table of its applications. */
const details: Readonly<Record<ProcessNo, { readonly categoryId: Category; readonly businessTable?: string }>> = {
  ZYPYFA: { categoryId: 'fa' },
  NJZYSP: { categoryId: 'fa', businessTable: 'T_PYFA_NJZYSP' },
  ZXJHTZ: { categoryId: 'fa', businessTable: 'T_PYFA_KCTZ' },
  XSXXHD: { categoryId: 'xj', businessTable: 'T_XJGL_XSXXHD' },
  ZYFLSP: { categoryId: 'xj', businessTable: 'T_XJ_ZYFL' },
  ZZYSQ: { categoryId: 'xj', businessTable: 'T_XJ_ZZY' },
  XJYDSQ: { categoryId: 'xj', businessTable: 'T_XJ_YD' },
  GRPYFA: { categoryId: 'fa', businessTable: 'T_PYFA_GRPYFA' },
  GRKCJH: { categoryId: 'fa', businessTable: 'T_PYFA_GRKCJH' },
  ZXBGSQ: { categoryId: 'fa', businessTable: 'T_PYFA_ZXBGSQ' },
  KCTDSQ: { categoryId: 'fa', businessTable: 'T_PYFA_KCTDSQ' },
  ZKCJSP: sheet,
  BHKCJSP: sheet,
  CXCJSP: sheet,
  XTWCJRDSH: recognition,
  XWCJRDSH: recognition,
  XTNCJRDSH: recognition,
  CJXGSP: { categoryId: 'cj', businessTable: 'T_CJGL_CJXG' },
  GXKSQ: { categoryId: 'kk', businessTable: 'T_KKJH_GXKJH' },
  TTKSQ: { categoryId: 'kk', businessTable: 'T_PKGL_TTKSQ' },
  HKSQ: { categoryId: 'cj', businessTable: 'T_CJGL_HKSQ' },
  ZXSQ: { categoryId: 'cj', businessTable: 'T_CJGL_ZXSQ' },
  BXSQ: { categoryId: 'cj', businessTable: 'T_CJGL_BXSQ' },
  KCSBSQ: { categoryId: 'cj', businessTable: 'T_CJGL_KCSBSQ' },
  JHSSQ: { categoryId: 'cj', businessTable: 'T_CJGL_JHSSQ' },
  CXBM: { categoryId: 'cj', businessTable: 'T_CJGL_CXBM' },
  CJZX: { categoryId: 'cj', businessTable: 'T_CJGL_CJZX' },
  CJJFSQ: { categoryId: 'cj', businessTable: 'T_CJGL_JFSQ' },
  JCSP: { categoryId: 'xj', businessTable: 'T_XJ_JL' },
  CFSP: { categoryId: 'xj', businessTable: 'T_XJ_CF' },
  QJXJ: { categoryId: 'xj', businessTable: 'T_XJ_QJ' },
};

/** The category of each process (SYSADMIN-09). */
export const approvalCategoryDetailRows = (Object.keys(processNames) as ProcessNo[]).map((processNo) => ({
  detailId: processNo,
  approvalProcessId: processNo,
  contentTemplate: [],
  ...details[processNo],
}));
