/** Dictionaries (BASE-DATA-11, 12) that this version's screens and rows use; sources in the domain model §3. */
const dictionaries: Record<string, string> = {
  XTGL_XB: '0 未知的性别,1 男性,2 女性,9 未说明的性别',
  XTGL_ZC: '010 高等学校教师,011 教授,012 副教授,013 讲师,014 助教',
  XTGL_MZ:
    '01 汉族,02 蒙古族,03 回族,04 藏族,05 维吾尔族,06 苗族,07 彝族,08 壮族,09 布依族,10 朝鲜族,11 满族' +
    ',12 侗族,13 瑶族,14 白族,15 土家族,16 哈尼族,17 哈萨克族,18 傣族,19 黎族,20 傈僳族,21 佤族,22 畲族' +
    ',23 高山族,24 拉祜族,25 水族,26 东乡族,27 纳西族,28 景颇族,29 柯尔克孜族,30 土族,31 达斡尔族' +
    ',32 仫佬族,33 羌族,34 布朗族,35 撒拉族,36 毛南族,37 仡佬族,38 锡伯族,39 阿昌族,40 普米族,41 塔吉克族' +
    ',42 怒族,43 乌孜别克族,44 俄罗斯族,45 鄂温克族,46 德昂族,47 保安族,48 裕固族,49 京族,50 塔塔尔族' +
    ',51 独龙族,52 鄂伦春族,53 赫哲族,54 门巴族,55 珞巴族,56 基诺族,97 其他,98 外国血统中国籍',
  XTGL_ZZMM:
    '01 中共党员,02 中共预备党员,03 共青团员,04 民革党员,05 民盟盟员,06 民建会员,07 民进会员,08 农工党党员,' +
    '09 致公党党员,10 九三学社社员,11 台盟盟员,12 无党派人士,13 群众',
  XTGL_HYZK: '10 未婚,20 已婚,30 丧偶,40 离婚,90 未说明',
  XTGL_JKZK: '1 健康或良好,2 一般或较弱,3 有慢性病,6 残疾',
  XTGL_SFZJLX:
    '1 居民身份证,2 军官证,3 士兵证,4 文职干部证,5 部队离退休证,6 香港特区护照/身份证明,7 澳门特区护照/身份证明,' +
    '8 台湾居民来往大陆通行证,9 境外永久居住证,A 护照,B 户口簿,Z 其他',
  XTGL_XL:
    '10 研究生教育,11 博士研究生毕业,12 博士研究生结业,13 博士研究生肄业,14 硕士研究生毕业' +
    ',15 硕士研究生结业,16 硕士研究生肄业,17 研究生班毕业,18 研究生班结业,19 研究生班肄业,20 大学本科教育' +
    ',21 大学本科毕业,22 大学本科结业,23 大学本科肄业,28 大学普通班毕业,30 专科教育,31 大学专科毕业' +
    ',32 大学专科结业,33 大学专科肄业,40 中等职业教育,41 中等专科毕业,42 中等专科结业,43 中等专科肄业' +
    ',44 职业高中毕业,45 职业高中结业,46 职业高中肄业,47 技工学校毕业,48 技工学校结业,49 技工学校肄业' +
    ',60 普通高级中学教育,61 普通高中毕业,62 普通高中结业,63 普通高中肄业,70 初级中学教育,71 初中毕业' +
    ',73 初中肄业,80 小学教育,81 小学毕业,83 小学肄业,90 其他',
  XTGL_KSFS: '1 笔试,2 口试,3 面试,4 操作,5 机考,6 大作业,7 实验报告,9 其他',
  XJ_LQLB:
    '01 统一招生考试,02 保送（或免试）,03 学生干部保送,05 国防定向培养,06 其他定向培养,08 第二学位' +
    ',09 港澳,11 台湾,12 内地班,13 民族班,14 体育特招,15 文艺特招,16 预科班,17 恢复入学资格,18 外校转入' +
    ',19 自主招生,20 国内交换生,21 境外交换生,22 来华留学,99 其他',
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
