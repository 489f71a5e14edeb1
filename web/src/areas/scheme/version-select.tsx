import { queryAllVersions, type SchemeVersionRow } from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { useOperation } from '../../lib/queries.ts';
import { SearchableSelect } from '../../ui/searchable-select.tsx';

export type VersionSelectProps = {
  id: string;
  value: string | null;
  onChange: (schemeVersionId: string | null) => void;
  /** Drafts and closed ones too. Default false: those that are published. */
  all?: boolean;
  error?: boolean;
};

/** One of the scheme versions, newest first, with where it stands. */
export function VersionSelect({ id, value, onChange, all = false, error = false }: VersionSelectProps) {
  const query = useOperation(queryAllVersions, { all: all ? '1' : '0' });
  const options = (query.data?.list ?? []).map((version) => ({
    code: version.schemeVersionId,
    name: `${version.schemeVersionName}（${version.studyTypeName}${all ? ` · ${version.publishStatusName}` : ''}）`,
  }));
  return (
    <SearchableSelect
      id={id}
      label="方案版本"
      placeholder="请选择方案版本"
      options={options}
      value={value}
      onChange={onChange}
      query={query}
      clearable={false}
      error={error}
    />
  );
}

/** The version that a page begins with: the newest one that units write by, else the newest. */
export function firstOf(versions: readonly SchemeVersionRow[]): string {
  const published = versions.find(({ publishStatus }) => publishStatus === schemeVersionStatus.published);
  return (published ?? versions[0])?.schemeVersionId ?? '';
}
