import { testPermissions } from "./permission-matrix.ts";

testPermissions("personal");
