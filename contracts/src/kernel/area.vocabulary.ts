/** The areas of the university's work. Every part of the product has its folders by these names. */
export const areas = {
  session: '登录与会话',
  home: '首页',
  approval: '审批',
  'base-info': '基础信息',
  choose: '选课',
  score: '成绩',
  'exam-set': '教学班与考试设置',
  'score-setting': '成绩设置',
  makeup: '补缓考与重修',
  recognition: '成绩认定',
  elective: '公选课',
  'score-card': '成绩单与成绩查询',
  statistics: '统计分析',
  audit: '审计与回放',
  file: '附件与导出',
  notice: '通知与消息',
  'data-monitor': '数据监控',
  'school-setup': '开学准备',
  system: '系统管理',
  'app-build': '应用搭建',
} as const;
export type AreaName = keyof typeof areas;
