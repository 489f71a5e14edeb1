/** Refusals of make-up, deferred and retake exams. */
export const makeupErrors = {
  MAKEUP_NOT_FOUND: { status: 404, text: '补缓考名单不存在' },
  MAKEUP_FROZEN: { status: 409, text: '“{course}”的名单已锁定，不能修改' },
  MAKEUP_OPTION_MIXED: { status: 409, text: '“{course}”的学生原成绩分项不同，不能改为替代期末，请重新生成名单' },
  MAKEUP_NO_STUDENT: { status: 409, text: '“{course}”的名单为空，不能锁定' },
  MAKEUP_SEMESTER_ORDER: { status: 400, text: '补考学期不能早于原学期' },
  MAKEUP_GENERATING: { status: 409, text: '补缓考名单正在生成，请等待完成或先取消' },
  MAKEUP_NOTHING: { status: 409, text: '{semester}没有不及格或缓考的已公布成绩，不需要生成' },
  MAKEUP_ORIGIN_SETTLED: { status: 409, text: '{student} 的原成绩没有需要处理的变动，请刷新后查看' },
  MAKEUP_ORIGIN_IN_APPROVAL: { status: 409, text: '成绩正在审批，退回或撤回后才能将 {student} 移出名单；也可以保留' },
  REBUILD_CLASS_NOT_FOUND: { status: 404, text: '重修班不存在' },
  REBUILD_CLASS_PUBLISHED: { status: 409, text: '重修班“{name}”已发布，不能修改' },
  REBUILD_CLASS_EMPTY: { status: 409, text: '重修班“{name}”还没有学生，不能发布' },
  REBUILD_CLASS_FULL: { status: 409, text: '重修班容量为 {capacity} 人，加入后为 {count} 人' },
  REBUILD_NOT_FAILED: { status: 409, text: '{student} 的“{course}”没有不及格成绩，不需要重修' },
  REBUILD_ELSEWHERE: { status: 409, text: '{student} 本学期已在重修班“{name}”' },
} as const;
