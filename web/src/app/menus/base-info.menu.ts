import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconBook,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChalkboard,
  IconDoor,
  IconFileImport,
  IconFiles,
  IconFileText,
  IconListNumbers,
  IconHierarchy,
  IconMap,
  IconSchool,
  IconStack,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const places = () => import('@jwxt/contracts/base-info/place.resource.ts');
const majors = () => import('@jwxt/contracts/base-info/major.resource.ts');
const calendar = () => import('@jwxt/contracts/base-info/calendar.resource.ts');

/** 基础信息. */
export const baseInfoMenu: readonly MenuEntry[] = [
  {
    key: 'baseOrganisation',
    name: '组织与校历',
    icon: IconHierarchy,
    children: [
      resourceEntry(
        'department',
        IconHierarchy,
        async () => (await import('@jwxt/contracts/base-info/department.resource.ts')).department,
      ),
      resourceEntry('semester', IconCalendarEvent),
    ],
  },
  {
    key: 'basePlaces',
    name: '校区与教室',
    icon: IconMap,
    children: [
      resourceEntry('campus', IconMap, async () => (await places()).campus),
      resourceEntry('building', IconBuilding, async () => (await places()).building),
      resourceEntry('classroom', IconDoor, async () => (await places()).classroom),
    ],
  },
  {
    key: 'baseMajors',
    name: '专业与班级',
    icon: IconSchool,
    children: [
      resourceEntry('nj', IconStack, async () => (await calendar()).grade),
      resourceEntry('major', IconSchool, async () => (await majors()).major),
      resourceEntry('gradeProInfo', IconBuildingCommunity, async () => (await majors()).gradeMajor),
      resourceEntry('classInfo', IconUsers, async () => (await majors()).classInfo),
    ],
  },
  {
    key: 'baseTeaching',
    name: '课程与教师',
    icon: IconChalkboard,
    children: [
      resourceEntry('courseManage', IconBook),
      resourceEntry(
        'teacher',
        IconUserStar,
        async () => (await import('@jwxt/contracts/base-info/person.resource.ts')).teacher,
      ),
      resourceEntry(
        'syllabus',
        IconFileText,
        async () => (await import('@jwxt/contracts/base-info/syllabus.resource.ts')).syllabus,
      ),
    ],
  },
  resourceEntry(
    'codeValue',
    IconListNumbers,
    async () => (await import('@jwxt/contracts/base-info/dictionary.resource.ts')).codeValue,
  ),
  {
    key: 'importRecord',
    name: '导入记录',
    url: modulePath('baseInfo', 'importRecord'),
    icon: IconFileImport,
    permission: 'baseImport:query',
  },
  {
    key: 'fileUploadResource',
    name: '文件资源',
    url: modulePath('baseInfo', 'fileUploadResource'),
    icon: IconFiles,
    permission: 'fileUploadResource:query',
  },
];
