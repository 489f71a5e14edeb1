import type { CommandsArea } from '../kernel/area.ts';
import { baseInfoRoutes } from './base-info.routes.ts';
import { gradeRules, semesterRules } from './calendar-checks.ts';
import { classScheduleRules } from './class-schedule-checks.ts';
import { courseRules } from './course-checks.ts';
import { departmentRules } from './department-checks.ts';
import { codeValueRules, dictionaryCategoryRules } from './dictionary-checks.ts';
import { classInfoRules, gradeMajorRules, majorRules } from './major-checks.ts';
import { studentRules, teacherRules } from './person-checks.ts';
import { buildingRules, campusRules, classroomRules } from './place-checks.ts';

import {
  syllabusRules,
  teachingClassRules,
  teachingClassStudentRules,
  teachingClassTeacherRules,
} from './teaching-checks.ts';

/** What the area brings to the commands. */
export const baseInfoArea: CommandsArea = {
  routes: baseInfoRoutes,
  resourceRules: {
    campus: campusRules,
    building: buildingRules,
    classroom: classroomRules,
    department: departmentRules,
    nj: gradeRules,
    semester: semesterRules,
    major: majorRules,
    gradeProInfo: gradeMajorRules,
    classInfo: classInfoRules,
    courseManage: courseRules,
    teacher: teacherRules,
    studentInfo: studentRules,
    dataDict: dictionaryCategoryRules,
    codeValue: codeValueRules,
    syllabus: syllabusRules,
    teachingClass: teachingClassRules,
    teachingClassTeacher: teachingClassTeacherRules,
    teachingClassStudent: teachingClassStudentRules,
    classSchedule: classScheduleRules,
  },
};
