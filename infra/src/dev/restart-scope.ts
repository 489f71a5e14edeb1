/** The services that a change of a source file concerns. */
export const services = ['commands', 'projections', 'gateway'] as const;
export type ServiceName = (typeof services)[number];

/** Folders of which every service is made. */
export const sharedSources = ['contracts/src', 'infra/src/runtime', 'infra/src/base-data'] as const;

/** The folders that are watched, relative to the root. */
export const watchedFolders: readonly string[] = [...sharedSources, ...services.map((name) => `services/${name}/src`)];

/** Which services start again when a file has changed (`path`: relative to the root, with slashes). Tests: none. */
export function restartedBy(path: string): readonly ServiceName[] {
  if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.includes('/testing/')) return [];
  if (sharedSources.some((folder) => path.startsWith(`${folder}/`))) return services;
  return services.filter((name) => path.startsWith(`services/${name}/src/`));
}
