import { ADMIN_BASE, modules, type ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/**
 * Service tiles that every school starts with (APPS-15, 16): each module in a category, and the two entries to separate
 * sites, which a school that has those sites shows.
 */

interface Tile {
  readonly route: ModuleRoute;
  readonly icon: string;
}

const categories: readonly { readonly name: string; readonly tiles: readonly Tile[] }[] = [
  {
    name: '教学运行',
    tiles: [
      { route: 'openCourseTask', icon: 'calendar-plus' },
      { route: 'arrange', icon: 'calendar-time' },
      { route: 'choose', icon: 'list-check' },
      { route: 'examination', icon: 'certificate' },
      { route: 'scoreManage', icon: 'clipboard-data' },
      { route: 'teachingProcess', icon: 'timeline' },
      { route: 'teachingMaterial', icon: 'books' },
      { route: 'workload', icon: 'calculator' },
      { route: 'teachingFile', icon: 'archive' },
      { route: 'onlineExamination', icon: 'device-laptop' },
    ],
  },
  {
    name: '学籍培养',
    tiles: [
      { route: 'student', icon: 'id' },
      { route: 'schemeManage', icon: 'binary-tree' },
      { route: 'studentMinor', icon: 'git-branch' },
      { route: 'graduation', icon: 'school' },
      { route: 'creditbank', icon: 'building-bank' },
    ],
  },
  {
    name: '实践教学',
    tiles: [
      { route: 'practiceTeaching', icon: 'flask' },
      { route: 'graduationThesis', icon: 'file-text' },
      { route: 'practice', icon: 'briefcase' },
      { route: 'trainManage', icon: 'tools' },
    ],
  },
  {
    name: '质量建设',
    tiles: [
      { route: 'teachingAssessment', icon: 'stars' },
      { route: 'supervision', icon: 'eye-check' },
      { route: 'supervisionEvaluation', icon: 'checkup-list' },
      { route: 'secondClassroom', icon: 'ball-basketball' },
      { route: 'skillCompetition', icon: 'trophy' },
      { route: 'project', icon: 'folders' },
    ],
  },
  {
    name: '系统服务',
    tiles: [
      { route: 'systemManage', icon: 'settings' },
      { route: 'baseInfo', icon: 'database' },
      { route: 'messageSystem', icon: 'bell' },
      { route: 'guide', icon: 'book' },
      { route: 'dataMonitor', icon: 'activity' },
      { route: 'projectDataCollect', icon: 'table-import' },
      { route: 'appBuild', icon: 'apps' },
      { route: 'dynamic', icon: 'forms' },
    ],
  },
];

/** Ids go up by two, as those that the settings dialog gives (APPS-13). */
const categoryId = (index: number): string => String(index * 2 + 1);
/** A tile's number is the place of its module in the specification. */
const menuId = (route: ModuleRoute): string => String(modules.findIndex((module) => module.route === route) + 1);

export const menuCategories = categories.map(({ name }, index) => ({
  menuCatagoryId: categoryId(index),
  menuCatagoryName: name,
  sortNum: index + 1,
}));

export const menus = [
  ...categories.flatMap(({ tiles }, index) =>
    tiles.map(({ route, icon }, place) => {
      const { id, title } = modules.find((module) => module.route === route)!;
      return {
        menuId: menuId(route),
        menuName: title,
        menuType: '1',
        url: `${ADMIN_BASE}/${route}`,
        iconContent: icon,
        moduleId: id,
        menuCatagoryId: categoryId(index),
        dataStatus: 'SHOW',
        sortNum: place + 1,
      };
    }),
  ),
  {
    menuId: '34',
    menuName: '课堂教学',
    menuType: '2',
    url: `${ADMIN_BASE}/classBegin`,
    iconContent: 'chalkboard',
    moduleId: null,
    menuCatagoryId: null,
    dataStatus: 'HIDDEN',
    sortNum: 0,
  },
  {
    menuId: '35',
    menuName: '选课结果',
    menuType: '2',
    url: `${ADMIN_BASE}/MyCourseSelectionResults`,
    iconContent: 'list-details',
    moduleId: null,
    menuCatagoryId: null,
    dataStatus: 'HIDDEN',
    sortNum: 0,
  },
];
