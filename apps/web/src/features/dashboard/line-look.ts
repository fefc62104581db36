/** A line of the overview: a mark, words, the end. It reaches beyond its column, so that its words stand in it. */
export const lineLook =
  "-mx-2.5 grid min-h-12 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2.5 py-1.75 text-start hover:bg-hover max-pair:min-h-14";
