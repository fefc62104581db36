export { UnreadElsewhere } from "./UnreadElsewhere.tsx";
export { WorkspaceMark } from "./WorkspaceMark.tsx";
