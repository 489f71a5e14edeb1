import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';

/** National and industry sets, which are only switched on and off; those of the school; those that programs know. */
const national = { sfgb: yesNo.yes, sfywwh: yesNo.no } as const;
const kept = { sfgb: yesNo.no, sfywwh: yesNo.yes } as const;
const system = { sfgb: yesNo.no, sfywwh: yesNo.no } as const;
type Kind = typeof national | typeof kept | typeof system;

/** Categories of the dictionary (SYSADMIN-06) with name and source, by domain model §3. */
const categories: Readonly<Record<string, readonly [name: string, source: string, kind: Kind]>> = {
  XTGL_XB: ['性别', 'GB/T 2261.1', national],
  [REGIONS]: ['行政区划', 'GB/T 2260', national],
  XTGL_MZ: ['民族', 'GB/T 3304', national],
  XTGL_ZZMM: ['政治面貌', 'GB/T 4762', national],
  XTGL_HYZK: ['婚姻状况', 'GB/T 2261.2', national],
  XTGL_JKZK: ['健康状况', 'GB/T 2261.3', national],
  XTGL_SFZJLX: ['身份证件类型', 'JY/T 1001', national],
  XTGL_XL: ['学历', 'GB/T 4658', national],
  XTGL_XW: ['学位', 'GB/T 6864', national],
  XTGL_ZC: ['专业技术职务', 'GB/T 8561', national],
  XTGL_DWLB: ['单位类别', 'JY/T 1001', national],
  XTGL_JZGDQZT: ['教职工当前状态', 'JY/T 1001', national],
  XTGL_JZGLB: ['教职工类别', 'JY/T 1001', national],
  XTGL_XSLB: ['学生类别', 'JY/T 1001', kept],
  XTGL_PYCC: ['培养层次', 'JY/T 1001', national],
  XTGL_XKML: ['学科门类', '国务院学位委员会目录', national],
  XTGL_XQM: ['学期', '学校', system],
  XTGL_KCSXDMJ: ['课程属性', 'JY/T 1001', national],
  XTGL_KCXZDMJ: ['课程性质', '学校', kept],
  XTGL_KCBJDMJ: ['课程类型', '学校', kept],
  XTGL_KCLBDMJ: ['课程类别', 'JY/T 1001', national],
  XTGL_JSLXDMJ: ['教室类型', 'JY/T 1001', kept],
  XTGL_XSLX: ['学时类型', '学校', kept],
  XTGL_KSXS: ['考核方式', 'JY/T 1001', national],
  XTGL_KSFS: ['考试方式', 'JY/T 1001', national],
  XTGL_GXKLB: ['公选课类别', '学校', kept],
  XTGL_SKFS: ['授课方式', 'JY/T 1001', national],
  XJ_BQLX: ['学生标签类型', '学校', kept],
  XJ_LQLB: ['录取类别', 'JY/T 1001', national],
  XTGL_KSXZ: ['考试性质', 'JY/T 1001', system],
  XJ_YDLB: ['学籍异动类别', 'JY/T 1001', national],
  XJ_YDYY: ['学籍异动原因', 'JY/T 1001', national],
  XTGL_XSDQZT: ['学生当前状态', 'JY/T 1001', national],
  SP_YWZT: ['审批业务状态', '系统', system],
  SP_GCZT: ['审批过程状态', '系统', system],
  SP_JDJG: ['节点结果', '系统', system],
  SP_SPLX: ['审批类型', '系统', system],
  CJ_BKLX: ['补考类型', '系统', system],
  CJ_KSLX: ['成绩类型', '系统', system],
  CJ_XWCJLX: ['校外成绩类型', '系统', system],
  CJ_DJKSLX: ['等级考试类型', '学校', kept],
  XJ_JLJB: ['奖励级别', '学校', kept],
  XJ_JLDJ: ['奖励等级', 'JY/T 1001', kept],
  XJ_HJLB: ['获奖类别', 'JY/T 1001', kept],
  XJ_JLLX: ['奖励类型', '学校', kept],
  XJ_JLFS: ['奖励方式', 'JY/T 1001', kept],
  XJ_WJLB: ['违纪类别', 'JY/T 1001', system],
  XJ_CFMC: ['处分名称', 'JY/T 1001', system],
  CJ_CJLY: ['成绩来源', '系统', system],
};

export const dictionaryCategoryRows = Object.entries(categories).map(([dmlb, [lbmc, bzly, kind]]) => ({
  dmlb,
  lbmc,
  bzly,
  ...kind,
}));
