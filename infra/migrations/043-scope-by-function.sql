-- A data scope belongs to a role and a node of the tree of functions. What a role had holds for every function (`*`), until a node has its own.
alter table base.role_scope add column qxbh text not null default '*';
alter table base.role_scope drop constraint role_scope_pkey;
alter table base.role_scope add primary key (jsbh, qxbh, sjqxbh);
-- What holds of a dimension at a node: of what was saved there or nearest above it (`nodes`, itself first). Null: no restriction.
create function base.scope_value(role text, nodes text[], dimension text) returns text language sql stable as $$
  select (select reach.fwz from base.role_scope reach
           where reach.jsbh = role and reach.qxbh = own.qxbh and reach.sjqxbh = dimension)
    from (select saved.qxbh from base.role_scope saved where saved.jsbh = role and saved.qxbh = any(nodes)
           order by array_position(nodes, saved.qxbh) limit 1) own
$$;
-- Scopes of a role as one text: who saves one says what he has seen.
create function base.scope_version(role text) returns text language sql stable as $$
  select md5(coalesce(string_agg(qxbh || ' ' || sjqxbh || ' ' || fwz, ';' order by qxbh, sjqxbh), '')) from base.role_scope where jsbh = role
$$;
