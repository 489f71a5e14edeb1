-- Which grade-majors training schemes are for (decision 076). slot: the one scheme of a kind, its revision under way, or ended. A row is only an index: what its scheme is, its stream says. planned_at: since when an execution plan stands on it.
create table base.major_schema_place (
  major_schema_key text not null, njzydm text not null references base.grade_major (njzydm), project_type text not null check (project_type in ('1', '2', '3', '4', '5')),
  slot text not null check (slot in ('current', 'revision', 'ended')), claimed_at timestamptz not null default now(), planned_at timestamptz, primary key (major_schema_key, njzydm));
create unique index major_schema_slot on base.major_schema_place (njzydm, project_type, slot) where slot <> 'ended';
-- What a scheme is measured by: the tree of its version with what the course system asks of it (of the first grade-major, else the template), requirements, course groups. Credits and hours in tenths.
create function base.schema_frame(version text, grade_majors text[], groups text[]) returns jsonb language sql stable as $$
  with asked as (
    select distinct on (module_id, classify_id) module_id, classify_id, min_credit, max_credit, min_hours, min_course_num
      from base.scheme_system where scheme_version_id = version and (grade_major_id is null or grade_major_id = grade_majors[1])
     order by module_id, classify_id, grade_major_id nulls last),
  node as (
    select module.module_id as node_id, 'module' as kind, module_name as name, parent_module_id as parent_id, null::text as nature, null::text as attribute,
           base.scheme_module_path(module.module_id) as path, asked.min_credit, asked.max_credit, asked.min_hours, asked.min_course_num
      from base.scheme_module module left join asked on asked.module_id = module.module_id and asked.classify_id is null where scheme_version_id = version
    union all
    select classify.classify_id, 'classify', classify_name, classify.module_id, classify.course_nature, classify.course_attribute,
           base.scheme_module_path(classify.module_id) || (lpad(classify.sort_num::text, 6, '0') || classify.classify_id), asked.min_credit, asked.max_credit, asked.min_hours, asked.min_course_num
      from base.scheme_classify classify left join asked on asked.classify_id = classify.classify_id where classify.scheme_version_id = version)
  select jsonb_build_object(
    'schemeVersionId', version,
    'schemeVersionName', (select scheme_version_name from base.scheme_version where scheme_version_id = version),
    'nodes', coalesce((select jsonb_agg(jsonb_build_object('nodeId', node_id, 'kind', kind, 'name', name, 'parentId', parent_id, 'courseNature', nature, 'courseAttribute', attribute,
        'minCredit', min_credit, 'maxCredit', max_credit, 'minHours', min_hours, 'minCourseNum', min_course_num) order by path) from node), '[]'),
    'requirements', coalesce((select jsonb_agg(jsonb_build_object('gradeMajorId', wanted.grade_major_id, 'gradeMajorName', njzymc, 'totalCredit', total_credit,
        'requiredCredit', required_credit, 'electiveCredit', elective_credit, 'practiceCredit', practice_credit, 'totalHours', total_hours) order by wanted.grade_major_id)
      from base.grade_major_requirement wanted join base.grade_major on njzydm = wanted.grade_major_id
     where wanted.grade_major_id = any(grade_majors) and total_credit is not null and required_credit is not null and elective_credit is not null), '[]'),
    'groups', coalesce((select jsonb_agg(jsonb_build_object('courseGroupId', course_group_id, 'courseGroupName', course_group_name, 'groupType', group_type,
        'minCredit', min_credit, 'minCourseNum', min_course_num) order by course_group_id) from base.course_group where course_group_id = any(groups)), '[]'),
    'practicePercent', coalesce((select case when xkmlm in ('07', '08', '09', '10') then 25 else 15 end
      from base.grade_major gm join base.major using (zydm) where gm.njzydm = grade_majors[1]), 15),
    'terms', coalesce((select xz * 2 / 10 from base.grade_major where njzydm = grade_majors[1]), 8))
$$;
