import { administrativeClassOperations } from './administrative-class.operations.ts';
import { grade, semester } from './calendar.resource.ts';
import { classSchedule } from './class-schedule.resource.ts';
import { classTime } from './class-time.resource.ts';
import { classroomOperations } from './classroom.operations.ts';
import { courseOperations } from './course.operations.ts';
import { course } from './course.resource.ts';
import { departmentOperations } from './department.operations.ts';
import { department } from './department.resource.ts';
import { importRecordOperations } from './import-record.operations.ts';
import { dictionaryOperations } from './dictionary.operations.ts';
import { codeValue, dictionaryCategory } from './dictionary.resource.ts';
import { classInfo, gradeMajor, major } from './major.resource.ts';
import { student, teacher } from './person.resource.ts';
import { building, campus, classroom } from './place.resource.ts';
import { personalCoursePlanOperations } from './personal-course-plan.operations.ts';
import { scoreHierarchyOperations } from './score-hierarchy.operations.ts';
import { lookupOperations } from './lookup.operations.ts';
import { queryRegions } from './region.operations.ts';
import {
  addClassesToRoster,
  addClassesToRosterOperation,
  rosterOfClassesOperations,
} from './roster-of-classes.operations.ts';
import {
  archiveSemester,
  archiveSemesterOperation,
  copySemesterSettings,
  copySemesterSettingsOperation,
  semesterOperations,
  setCurrentSemester,
  setCurrentSemesterOperation,
} from './semester.operations.ts';
import { findStudents } from './student.operations.ts';
import { syllabus } from './syllabus.resource.ts';
import {
  assignTeachers,
  assignTeachersOperation,
  teacherAssignmentOperations,
} from './teacher-assignment.operations.ts';
import { teacherOperations } from './teacher.operations.ts';
import { timetableOperations } from './timetable.operations.ts';
import { teachingClass, teachingClassStudent, teachingClassTeacher } from './teaching-class.resource.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const baseInfoArea = {
  resources: [
    campus,
    building,
    classroom,
    department,
    grade,
    semester,
    major,
    gradeMajor,
    classInfo,
    course,
    teacher,
    student,
    classTime,
    dictionaryCategory,
    codeValue,
    syllabus,
    teachingClass,
    teachingClassTeacher,
    teachingClassStudent,
    classSchedule,
  ],
  commands: [
    [setCurrentSemester, [setCurrentSemesterOperation]],
    [archiveSemester, [archiveSemesterOperation]],
    [assignTeachers, [assignTeachersOperation]],
    [addClassesToRoster, [addClassesToRosterOperation]],
    [copySemesterSettings, [copySemesterSettingsOperation]],
  ],
  operations: [
    ...semesterOperations,
    ...lookupOperations,
    ...administrativeClassOperations,
    ...rosterOfClassesOperations,
    ...dictionaryOperations,
    ...importRecordOperations,
    ...classroomOperations,
    ...courseOperations,
    ...departmentOperations,
    ...personalCoursePlanOperations,
    ...scoreHierarchyOperations,
    findStudents,
    queryRegions,
    ...teacherOperations,
    ...teacherAssignmentOperations,
    ...timetableOperations,
  ],
} as const satisfies ContractArea;
