import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

/** Who taught, leads or answers for anything stays: the status says who has left (BASE-DATA-22). */
export const teacherRules: ResourceRules = {
  uses: [
    usedBy('教学班', '个', 'teaching_class_teacher', 'gh'),
    usedBy('课表', '条', 'class_schedule', 'gh'),
    usedBy('班主任所带班级', '个', 'class_info', 'bzrgh'),
    usedBy('辅导员所带班级', '个', 'class_info', 'fdygh'),
    usedBy('负责的单位', '个', 'department', 'dwfzrh'),
    usedBy('负责的专业', '个', 'major', 'zyfzrh'),
    usedBy('负责的课程', '门', 'course', 'kcfzrh'),
    usedBy('账号', '个', 'user_account', 'gh'),
  ],
};

/** A student on any roster stays, whatever becomes of the status (STUDENT-STATUS-05). */
export const studentRules: ResourceRules = {
  uses: [
    usedBy('教学班名单', '个', 'teaching_class_student', 'student_code'),
    usedBy('个人课程计划', '条', 'personal_course_plan', 'student_code'),
    usedBy('成绩', '条', 'student_extra_score', 'student_code'),
    usedBy('账号', '个', 'user_account', 'student_code'),
  ],
};
