import { testPermissions } from "./permission-matrix.ts";

testPermissions("organization");
