import { modulePath, type ModuleRoute } from './module.vocabulary.ts';

/**
 * Resources, whose rows people keep on pages: what people call them, and the module that has their page and their
 * permission codes.
 */
export const resources = {
  scoreTermControl: { module: 'scoreManage', title: '成绩学期控制' },
  outsideScoreTime: { module: 'scoreManage', title: '成绩认定时间' },
  scoreTemplate: { module: 'scoreManage', title: '成绩模板' },
  scoreValue: { module: 'scoreManage', title: '成绩等级制' },
  scoreRules: { module: 'scoreManage', title: '成绩规则' },
} as const satisfies Readonly<Record<string, { readonly module: ModuleRoute; readonly title: string }>>;
export type ResourceName = keyof typeof resources;

/** Every resource. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** Address of a resource's page. */
export function resourcePath(name: ResourceName): string {
  return modulePath(resources[name].module, name);
}
