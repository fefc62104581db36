import type { ClientBase } from "pg";

/*
 * The schema as the catalogs tell it, one line a thing, so that two schemas can be compared and a difference be read. Left out:
 * what belongs to extensions, what the job queue makes in its own schema, the lists of migrations and objects, and the order of columns.
 */

/** Two schemas are equal when these texts are. Reads only. */
export async function schemaFingerprint(source: Pick<ClientBase, "query">): Promise<string> {
  const { rows } = await source.query<{ line: string }>(LINES);
  return rows.map(({ line }) => line).join("\n");
}

const OF_EXTENSION = (catalog: string, alias: string): string =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`;

const TABLES = `
  select c.oid, c.relname, c.relkind, c.reloptions, c.relpersistence from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and c.relname not in ('schema_migrations', 'schema_objects') and not ${OF_EXTENSION("pg_class", "c")}`;

const LINES = `
with relations as (${TABLES})
select line from (
  select format('%s %s %s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end,
    relname, relpersistence, coalesce(reloptions::text, '')) as line
  from relations
  union all
  select format('column %s.%s %s%s%s%s', r.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end,
    coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity::text || a.attgenerated::text)
  from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where r.relkind <> 'S'
  union all
  select format('constraint %s.%s %s', r.relname, k.conname, pg_get_constraintdef(k.oid))
  from relations r join pg_constraint k on k.conrelid = r.oid
  union all
  select format('index %s', pg_get_indexdef(i.indexrelid))
  from relations r join pg_index i on i.indrelid = r.oid
  union all
  select format('trigger %s', pg_get_triggerdef(t.oid))
  from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
  union all
  select format('view %s %s', r.relname, pg_get_viewdef(r.oid)) from relations r where r.relkind in ('v', 'm')
  union all
  select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and not ${OF_EXTENSION("pg_proc", "p")}
  union all
  select format('type %s %s', t.typname, (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
  from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and not ${OF_EXTENSION("pg_type", "t")}
  union all
  select format('extension %s', extname) from pg_extension where extname <> 'plpgsql'
) as lines
order by line collate "C"`;
