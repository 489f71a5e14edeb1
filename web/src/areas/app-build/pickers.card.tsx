import type { CourseManageRow, CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import type { PersonalCoursePlanRow } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import type { AssignedTeacher } from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ClassroomPicker, type PickedClassroom } from '../../pickers/classroom-picker.tsx';
import { CourseManagePicker, CoursePicker } from '../../pickers/course-picker.tsx';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { PersonalCoursePlanPicker } from '../../pickers/personal-course-plan-picker.tsx';
import { ScoreHierarchySelect } from '../../pickers/score-hierarchy-select.tsx';
import { TeacherAssignmentDialog } from '../../pickers/teacher-assignment.dialog.tsx';
import { TeacherPicker, type PickedTeacher } from '../../pickers/teacher-picker.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './components.module.css';
import { Sample } from './sample.tsx';

/** Hours of the class in the sample of an assignment. */
const SAMPLE_HOURS = 48;

/** The pickers of the school's own things. */
export function PickersCard() {
  const [courses, setCourses] = useState<CourseRow[]>([]);
  const [library, setLibrary] = useState<CourseManageRow[]>([]);
  const [teacher, setTeacher] = useState<PickedTeacher[]>([]);
  const [staff, setStaff] = useState<PickedTeacher[]>([]);
  const [room, setRoom] = useState<PickedClassroom | null>(null);
  const [unit, setUnit] = useState<string | null>(null);
  const [hierarchy, setGradeScale] = useState<string | null>(null);
  const [studentCode, setStudentCode] = useState('');
  const [plan, setPlan] = useState<PersonalCoursePlanRow[]>([]);
  const [assigned, setAssigned] = useState<AssignedTeacher[]>([]);
  const [assigning, setAssigning] = useState(false);
  return (
    <Card title="业务选择器" note="数据来自本校">
      <div className={classes['samples']}>
        <Sample label="课程多选" id="sample-courses" value={courses.map(({ courseId }) => courseId)}>
          <CoursePicker id="sample-courses" multiple value={courses} onChange={setCourses} />
        </Sample>
        <Sample label="课程库单选" id="sample-library" value={library.map(({ kch }) => kch)}>
          <CourseManagePicker id="sample-library" value={library} onChange={setLibrary} />
        </Sample>
        <Sample label="教师" id="sample-teacher" value={teacher}>
          <TeacherPicker id="sample-teacher" value={teacher} onChange={setTeacher} />
        </Sample>
        <Sample label="教职工多选" id="sample-staff" value={staff}>
          <TeacherPicker id="sample-staff" multiple staff value={staff} onChange={setStaff} />
        </Sample>
        <Sample label="教室" id="sample-room" value={room?.jsh ?? null}>
          <ClassroomPicker id="sample-room" campus="1" headCount={60} value={room} onChange={setRoom} />
        </Sample>
        <Sample label="教学单位" id="sample-unit" value={unit}>
          <DepartmentSelect id="sample-unit" value={unit} onChange={setUnit} />
        </Sample>
        <Sample label="成绩等级制" id="sample-hierarchy" value={hierarchy}>
          <ScoreHierarchySelect id="sample-hierarchy" value={hierarchy} onChange={setGradeScale} />
        </Sample>
        <Sample label="学生编号" id="sample-student" value={studentCode}>
          <TextInput
            id="sample-student"
            placeholder="先填写学生编号，再选择计划课程"
            maxLength={30}
            value={studentCode}
            onChange={(event) => {
              setStudentCode(event.currentTarget.value.trim());
              setPlan([]);
            }}
          />
        </Sample>
        <Sample
          label="个人课程计划"
          id="sample-plan"
          value={plan.map(({ personalCoursePlanKey }) => personalCoursePlanKey)}
        >
          <PersonalCoursePlanPicker
            id="sample-plan"
            multiple
            disabled={studentCode === ''}
            studentCode={studentCode}
            value={plan}
            onChange={setPlan}
          />
        </Sample>
        <Sample
          label="指定老师"
          value={assigned.map(({ teacherName, hourName, hour, startEndWeek }) => [
            teacherName,
            hourName,
            hour,
            startEndWeek,
          ])}
          wide
        >
          <Button
            variant="default"
            onClick={() => {
              setAssigning(true);
            }}
          >
            指定老师
          </Button>
        </Sample>
      </div>
      {assigning && (
        <TeacherAssignmentDialog
          value={assigned}
          totalHour={SAMPLE_HOURS}
          onClose={() => {
            setAssigning(false);
          }}
          onConfirm={(teachers) => {
            setAssigned(teachers);
            setAssigning(false);
          }}
        />
      )}
    </Card>
  );
}
