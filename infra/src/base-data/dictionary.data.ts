/** Dictionaries (BASE-DATA-11, 12) that this version's screens and rows use; sources in the domain model §3. */
const dictionaries: Record<string, string> = {
  XTGL_XB: '0 未知的性别,1 男性,2 女性,9 未说明的性别',
  XTGL_ZC: '010 高等学校教师,011 教授,012 副教授,013 讲师,014 助教',
  XTGL_DWLB: '1 教学院系,2 科研机构,3 公共服务,4 党务部门,5 行政机构,6 附属单位,7 后勤部门,8 校办产业,9 其他',
  XTGL_JZGDQZT:
    '01 退休,02 离休,03 死亡,04 返聘,05 调出,06 辞职,07 离职,08 开除,09 下落不明,11 在职,12 延聘,13 待退休,14 ' +
    '长病假,15 因公出国,16 停薪留职,17 待岗,99 其他',
  XTGL_JZGLB:
    '10 校本部教职工,11 专任教师,12 教辅人员,13 行政人员,14 工勤人员,19 其他校本部教职工,20 科研机构人员,99 其他教职工',
  XTGL_XSLB:
    '41 专科生,42 本科生,43 研究生,44 学位学生,4201 普通本科,4202 专升本,4203 第二学士学位,4204 辅修,4205 ' +
    '交换(接收),4206 来华留学',
  XTGL_PYCC: '1 博士,2 硕士,3 本科,4 专科,9 其他',
  XTGL_XKML:
    '01 哲学,02 经济学,03 法学,04 教育学,05 文学,06 历史学,07 理学,08 工学,09 农学,10 医学,11 军事学,12 管理学,' +
    '13 艺术学,14 交叉学科',
  XTGL_XW: '1 名誉博士,2 博士,3 硕士,4 学士',
  XTGL_XQM: '1 第一学期,2 第二学期,3 小学期',
  XTGL_KCSXDMJ: '1 必修,2 限选,3 任选,4 辅修,5 实践,6 双必,7 双选,8 通选,9 其他',
  XTGL_KCXZDMJ:
    '01 公共基础课,02 通识教育课,03 学科基础课,04 专业基础课,05 专业核心课,06 专业选修课,07 集中实践环节,08 ' +
    '公共选修课,09 创新创业课,99 其他',
  XTGL_KCBJDMJ: '1 普通课,2 双语课,3 全英文课,4 在线课程,5 混合式课程,6 体育项目课,7 分级教学课,9 其他',
  XTGL_KCLBDMJ: '1 理论类,2 语言类,3 实验（实训）类,4 体育类,5 实践类,6 艺术类,9 其他类',
  XTGL_JSLXDMJ: '1 多媒体教室,2 语音室,3 实验室,4 计算机房,5 普通教室,6 专用教室,7 体育场地,8 智慧教室,9 其他',
  XTGL_XSLX: '1 理论,2 实验,3 上机,4 实践,5 课外',
  XTGL_KSXS: '1 考试,2 考查',
  XTGL_GXKLB: '01 人文社科,02 自然科学,03 艺术审美,04 创新创业,05 体育健康,06 四史教育,99 其他',
  XTGL_SKFS: '1 面授讲课,2 辅导,3 录像讲课,4 网络教学,5 实验,6 实习,9 其他',
  XJ_BQLX: '1 培养类,2 帮扶类,3 选课类,9 其他',
  XTGL_KSXZ:
    '01 正常考试,02 缓考,03 旷考,11 补考一,12 补考二,13 重修,14 免修,15 补修,16 认定,21 结业后回校补考,41 ' +
    '国家级考试,99 其他',
  XTGL_XSDQZT:
    '01 在读,02 休学,03 退学,04 停学,05 复学,06 流失,07 毕业,08 结业,09 肄业,10 转学(转出),11 死亡,12 ' +
    '保留入学资格,13 公派出国,14 开除,15 下落不明,99 其他',
  SP_YWZT: '0 已保存,1 待审核,2 审核中,3 已退回,4 已撤回,5 已作废,7 驳回待审,8 不通过,9 通过',
  SP_GCZT: '0 未启动,1 已启动,2 流转中,3 已结束',
  SP_JDJG: '0 通过,1 不通过,2 驳回',
  SP_SPLX: '0 普通,1 驳回制',
  CJ_BKLX: '1 补考一,2 补考二,3 缓考',
  CJ_KSLX: '1 正考,2 补考/缓考,3 毕业前补考,4 重修',
  CJ_XWCJLX: '1 交换生成绩,2 转学前成绩,3 在线课程(MOOC),4 等级证书,5 竞赛/创新学分,6 自学考试,9 其他',
  CJ_CJLY: '1 录入,2 导入,3 认定,4 变更,5 转换,6 等级考试',
};

export const dictionaryRows = Object.entries(dictionaries).flatMap(([dmlb, values]) =>
  values.split(',').map((entry, index) => {
    const at = entry.indexOf(' ');
    return { dmlb, dm: entry.slice(0, at), mc: entry.slice(at + 1), pxh: index + 1 };
  }),
);

/**
 * Parameters (`paramCode` → `paraValue`, domain model §2) and the texts of the login page (LOGIN-09, LOGIN-12,
 * LOGIN-22).
 */
export const parameters = [
  { paramCode: 'LOGIN_VRIFY', paraName: '登录滑块验证', paraValue: '1' },
  { paramCode: 'COPYRIGHT', paraName: '版权信息', paraValue: '版权所有 © 教务处' },
  { paramCode: 'schoolName', paraName: '学校名称', paraValue: '教务系统' },
  { paramCode: 'schoolEnglishName', paraName: '学校英文名称', paraValue: '' },
  { paramCode: 'dlbt', paraName: '登录页标题', paraValue: '教务系统' },
  { paramCode: 'zxx', paraName: '登录页左侧标语', paraValue: '成绩有据可查' },
  { paramCode: 'yxx', paraName: '登录页右侧标语', paraValue: '历史一字不失' },
  { paramCode: 'dlybj', paraName: '登录页背景', paraValue: '' },
  { paramCode: 'dlnybj', paraName: '登录框背景', paraValue: '' },
  { paramCode: 'sybj', paraName: '首页背景', paraValue: '' },
  { paramCode: 'xxlogo', paraName: '学校标志', paraValue: '' },
  { paramCode: 'cdlogo', paraName: '菜单标志', paraValue: '' },
  { paramCode: 'SMDLDZ', paraName: '扫码登录地址', paraValue: '' },
  { paramCode: 'XQZDZS', paraName: '学期最大周数', paraValue: '25' },
  { paramCode: 'XSFWDZ', paraName: '学生服务地址', paraValue: '' },
  { paramCode: 'CJ_JGX', paraName: '及格线', paraValue: '60' },
  { paramCode: 'CJ_BKFDX', paraName: '补考及格封顶分（空为不封顶）', paraValue: '60' },
  { paramCode: 'CJ_CXFDX', paraName: '重修及格封顶分（空为不封顶）', paraValue: '' },
  { paramCode: 'CJ_BKCS', paraName: '每门课程可补考次数', paraValue: '1' },
  { paramCode: 'CJ_YXGZ', paraName: '有效成绩规则', paraValue: 'ZGF' },
  { paramCode: 'CJ_YZDZ', paraName: '成绩单验证网址（空：按 PUBLIC_ORIGIN，两者皆空则只印验证码）', paraValue: '' },
  { paramCode: 'RDSXXF', paraName: '认定学分上限百分比', paraValue: '50' },
  { paramCode: 'GXK_JSMSSX', paraName: '教师每学期公选课申报门数上限', paraValue: '3' },
  { paramCode: 'FJ_MRGS', paraName: '每人每天上传附件个数上限', paraValue: '200' },
  { paramCode: 'FJ_MRDX', paraName: '每人每天上传附件总大小上限（MB）', paraValue: '500' },
  { paramCode: 'SP_CBTS', paraName: '审批催办天数', paraValue: '3' },
  { paramCode: 'SP_CSTS', paraName: '审批超时天数', paraValue: '7' },
];
